// entries/v1: one entry of a session a line, so that any runtime can be read through a short
// converter. Forgiving like every reader: what is no entry is counted as `broken_line` and passed
// over.
#include <optional>
#include <string>
#include <string_view>

#include "core/json.h"
#include "core/session.h"
#include "core/sessions/seen_ids.h"
#include "core/taker.h"
#include "core/unicode.h"

namespace holdfast::sessions {
namespace {

std::optional<Author> author_from(std::string_view text) {
  for (const Author author : {Author::kUser, Author::kAssistant, Author::kTool, Author::kSystem}) {
    if (to_text(author) == text) {
      return author;
    }
  }
  return std::nullopt;
}

bool take_entry(const Value& value, Entry& entry) {
  Taker taker(value);
  std::int64_t seq = 0;
  std::string author;
  taker.text("entryId", entry.entry_id);
  taker.integer("seq", seq);
  taker.text("author", author);
  taker.text("kind", entry.kind);
  taker.text("text", entry.text);
  taker.optional_text("callId", entry.call_id);
  if (value.find("boundary") != nullptr) {
    std::int64_t boundary = 0;
    taker.integer("boundary", boundary);
    taker.require(boundary > 0 && boundary <= UINT32_MAX);
    entry.boundary = static_cast<std::uint32_t>(boundary);
  }
  const auto known = author_from(author);
  entry.author = known.value_or(Author::kSystem);
  return taker.whole() && known && seq > 0 && is_visible_name(entry.entry_id);
}

template <typename Take>
void for_each_line(std::string_view bytes, Take take) {
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (!line.empty() && line.back() == '\r') {
      line.remove_suffix(1);
    }
    if (!line.empty() && !take(line)) {
      return;
    }
  }
}

bool recognises_entries(std::string_view head) {
  bool found = false;
  for_each_line(head, [&](std::string_view line) {
    const JsonReading reading = read_json(line);
    Entry entry;
    found = reading.value && take_entry(*reading.value, entry);
    return false;
  });
  return found;
}

Session read_entries(std::string_view bytes) {
  Session session;
  session.format = "entries/v1";
  SeenIds ids;
  for_each_line(bytes, [&](std::string_view line) {
    const JsonReading reading = read_json(line);
    Entry entry;
    if (!reading.value || !take_entry(*reading.value, entry)) {
      ++session.notes["broken_line"];
      return true;
    }
    // Both are kept: a converter that gives no ids of its own would lose everything else.
    if (!ids.insert(entry.entry_id)) {
      ++session.notes["duplicate_id"];
    }
    // The file's order is the truth, as in every reader.
    entry.seq = session.entries.size() + 1;
    if (entry.kind == "todo") {
      session.todos = todo_items(entry.text);
    }
    session.entries.push_back(std::move(entry));
    return true;
  });
  return session;
}

}  // namespace

SessionReader entries() {
  return {.summary = "entries/v1, one entry a line.",
          .recognises = recognises_entries,
          .read = read_entries};
}

}  // namespace holdfast::sessions
