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
  // prompt, text, call, result, summary, boundary, micro_boundary, todo, notice, kept, put_back
  std::string kind;
  std::string text;
  std::string call_id;                    // of a call and of its result
  std::string tool;                       // of a call: the tool's name
  std::optional<std::uint32_t> boundary;  // which compaction, from 1; on boundary, summary, kept
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

// What links a file to other files of the same work: what its lines say, never its name.
struct FileLinks {
  std::string session_id;
  std::string parent_session;      // that it was forked from or goes on from; may be empty
  std::uint64_t parent_bytes = 0;  // how much of the parent's file belongs before it; 0: all
  bool holds_parent = false;       // the parent's lines are copied into it
  bool is_side_chain = false;      // a sub-agent's own file
  std::vector<std::string> line_ids;
  std::vector<std::string> outside_parents;  // ids that its lines name and that are not in it
  std::string first_time;
  std::string last_time;
};

struct SessionReader {
  std::string_view name{};  // the file's name; set by the registry
  std::string_view summary;
  // Whether the first lines look like this format.
  bool (*recognises)(std::string_view head) = nullptr;
  Session (*read)(std::string_view bytes) = nullptr;
  // For a folder of files; a format without it is one file a session.
  FileLinks (*links)(std::string_view bytes) = nullptr;
};

namespace sessions {
std::span<const SessionReader> all();
}

// Kinds of entries behind a boundary, with its number. `kept`: the text is the id of an earlier
// entry that the compaction left as it was. `put_back`: a text that the program put into the
// context again from outside the conversation.
inline constexpr std::string_view kKeptKind = "kept";
inline constexpr std::string_view kPutBackKind = "put_back";

// The reader that recognises the bytes; nullptr where none does.
const SessionReader* find_session_reader(std::string_view bytes);

// Reads a whole file with the reader that recognises it, or a folder of files that are segments of
// one session (core/session_folder.h). Errors: cannot be opened, no reader knows it.
Result<Session> read_session(const std::string& path);
Result<Session> read_session_bytes(std::string_view bytes, const std::string& where);

}  // namespace holdfast
