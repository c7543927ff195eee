// Choosing the reader of a session by its first lines.
#include "core/session.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/check.h"
#include "core/file.h"
#include "core/session_folder.h"
#include "core/session_text.h"

namespace holdfast {
namespace {

// A reader is shown whole lines: at least this much of the file, to the end of the line.
constexpr std::size_t kHeadBytesMin = 64 * 1024;

std::string_view head_of(std::string_view bytes) {
  if (bytes.size() <= kHeadBytesMin) {
    return bytes;
  }
  return bytes.substr(0, std::min(bytes.find('\n', kHeadBytesMin), bytes.size() - 1) + 1);
}

std::string known_formats() {
  std::string names;
  for (const SessionReader& reader : sessions::all()) {
    names += (names.empty() ? "" : ", ") + std::string(reader.name);
  }
  return names.empty() ? "none" : names;
}

}  // namespace

std::string_view to_text(Author author) {
  switch (author) {
    case Author::kUser:
      return "user";
    case Author::kAssistant:
      return "assistant";
    case Author::kTool:
      return "tool";
    case Author::kSystem:
      return "system";
  }
  CHECK(false);
  return {};
}

std::string todo_text(std::span<const TodoItem> items) {
  std::string text;
  for (const TodoItem& item : items) {
    std::string line = item.text;
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    text += (text.empty() ? "" : "\n") + std::string(item.finished ? "[x] " : "[ ] ") + line;
  }
  return text;
}

std::vector<TodoItem> todo_items(std::string_view text) {
  std::vector<TodoItem> items;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (line.starts_with("[x] ") || line.starts_with("[ ] ")) {
      items.push_back({.text = std::string(line.substr(4)), .finished = line[1] == 'x'});
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return items;
}

const SessionReader* find_session_reader(std::string_view bytes) {
  const std::string_view head = head_of(bytes);
  for (const SessionReader& reader : sessions::all()) {
    if (reader.recognises(head)) {
      return &reader;
    }
  }
  return nullptr;
}

Result<Session> read_session_bytes(std::string_view bytes, const std::string& where) {
  if (trim_text(bytes).empty()) {
    return Error{ErrorCode::kInput, bytes.empty() ? "the session is empty" : "the session is blank",
                 where, "give a session file that has been written to"};
  }
  if (const SessionReader* reader = find_session_reader(bytes)) {
    return reader->read(bytes);
  }
  return Error{ErrorCode::kInput, "no reader knows the format of this session", where,
               "give a session of a known format (" + known_formats() +
                   "), or convert it to entries/v1, one JSON object a line"};
}

Result<Session> read_session(const std::string& path) {
  std::error_code fault;
  if (std::filesystem::is_directory(path, fault)) {
    return read_session_folder(path);
  }
  const Result<std::string> bytes = read_file(path);
  if (!bytes) {
    return bytes.error();
  }
  return read_session_bytes(*bytes, path);
}

}  // namespace holdfast
