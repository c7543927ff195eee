// Sessions of real runtimes, read into one stream of entries (entries/v1). One reader a file in
// core/sessions/, chosen by content and not by name. Forgiving, but never silent: everything
// skipped or repaired is counted.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace holdfast {

enum class Author : std::uint8_t { kUser, kAssistant, kTool, kSystem };
std::string_view to_text(Author author);

// One entry of entries/v1: {entryId, seq, author, kind, text, callId?, boundary?}.
struct Entry {
  std::string entry_id;
  std::uint64_t seq = 0;  // counts from 1
  Author author = Author::kSystem;
  std::string kind;  // prompt, text, call, result, summary, boundary, micro_boundary, todo, notice
  std::string text;
  std::string call_id;                    // of a call and of its result
  std::string tool;                       // of a call: the tool's name
  std::optional<std::uint32_t> boundary;  // which compaction, from 1; set on boundary and summary
  std::string time;                       // as the session has it; may be empty or run backwards
  bool failed = false;                    // of a result: the tool says that it did not succeed
};

struct TodoItem {
  std::string text;
  bool finished = false;
};

struct Session {
  std::string format;             // e.g. "claude-code"
  std::string session_id;         // as the session has it; may be empty
  std::string working_directory;  // where the session began; may be empty
  std::vector<Entry> entries;
  std::vector<TodoItem> todos;  // the newest list that the session holds
  // What was skipped or repaired, by a token such as "broken_line", and how often.
  std::map<std::string, std::uint64_t> notes;
};

// The text of a `todo` entry, one item a line: "[x] done" and "[ ] open". Line breaks inside an
// item become spaces; what is no such line is skipped when reading.
std::string todo_text(std::span<const TodoItem> items);
std::vector<TodoItem> todo_items(std::string_view text);

struct SessionReader {
  std::string_view name{};  // the file's name; set by the registry
  std::string_view summary;
  // Whether the first lines look like this format.
  bool (*recognises)(std::string_view head) = nullptr;
  Session (*read)(std::string_view bytes) = nullptr;
};

namespace sessions {
std::span<const SessionReader> all();
}

// Reads a whole file with the reader that recognises it. Errors: cannot be opened, no reader knows
// it.
Result<Session> read_session(const std::string& path);
Result<Session> read_session_bytes(std::string_view bytes, const std::string& where);

}  // namespace holdfast
