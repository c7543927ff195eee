// Transcripts of Claude Code, one JSON object a line. The format is internal to that program and
// has no specification; docs/extract.md says what was seen and what is assumed.
//
// The model. File order is the truth: times run backwards and parents may be missing, so nothing is
// sorted and no tree is built; links that lead nowhere are only counted. A line is judged by its
// own parsed members and never by its raw text, because sessions about compaction quote the marks
// of one. Invariants of what comes out: seq counts from 1 without gaps; a uuid, a call id and a
// result are each counted once, at their first place; boundary numbers count from 1, and each has
// one `boundary` entry before its summary.
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/session.h"
#include "core/session_text.h"
#include "core/sessions/claude_code_line.h"
#include "core/sessions/claude_code_links.h"
#include "core/sessions/entry_sink.h"
#include "core/sessions/file_links.h"
#include "core/sessions/json_lines.h"
#include "core/sessions/json_members.h"
#include "core/sessions/line_links.h"
#include "core/sessions/seen_ids.h"
#include "core/sessions/task_list.h"

namespace holdfast::sessions {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

class Reader {
 public:
  Reader(Session& session, bool keep_sidechain)
      : session_(session), sink_(session), keep_sidechain_(keep_sidechain) {}

  bool take(const object& json) {
    const ClaudeLine line(json);
    const bool in_tree = !line.uuid.empty();
    tree_lines_ += in_tree ? 1 : 0;
    sidechain_lines_ += in_tree && line.is_sidechain ? 1 : 0;
    sink_.set_once(session_.session_id, line.session_id);
    sink_.set_once(session_.working_directory, line.cwd);
    other_session_lines_ +=
        !line.session_id.empty() && line.session_id != session_.session_id ? 1 : 0;
    copied_lines_ += line.is_copy_of_fork ? 1 : 0;
    if (line.type == "summary") {
      sink_.note("title");  // a title of the session; a compaction is another line
    } else if (in_tree && !links_.add(line.uuid, session_.entries.size())) {
      sink_.note("duplicate_uuid");
    } else if (count_links(line); is_known_type(line.type)) {
      sink_.skip(line.type);
    } else if (in_tree && line.is_sidechain && !keep_sidechain_) {
      sink_.note("sidechain_line");
    } else {
      sink_.begin_line(line.uuid, line.timestamp);
      dispatch(line);
    }
    return true;
  }

  void finish() {
    sink_.note("boundary_without_summary", boundary_is_open_ ? 1 : 0);
    links_.count(sink_);
    sink_.note("line_of_another_session", other_session_lines_);
    sink_.note("line_copied_by_a_fork", copied_lines_);
    drop_delivered_queue();
    sink_.finish();
  }

  bool all_sidechain() const { return tree_lines_ > 0 && tree_lines_ == sidechain_lines_; }

 private:
  void count_links(const ClaudeLine& line) {
    if (!line.uuid.empty()) {
      links_.follow(line.uuid, line.parent, sink_);
      sink_.note("missing_logical_parent",
                 line.logical_parent.empty() || links_.knows(line.logical_parent) ? 0 : 1);
    }
  }

  void dispatch(const ClaudeLine& line) {
    if (line.type == "user") {
      line.is_compact_summary ? summary(line) : user(line);
    } else if (line.type == "assistant") {
      assistant(line);
    } else if (line.type == "system") {
      system(line);
    } else if (line.type == "attachment") {
      attachment(line);
    } else if (line.type == "queue-operation") {
      queue_operation(line);
    } else {
      sink_.unknown("type", line.type);
    }
  }

  // --- lines ---

  void user(const ClaudeLine& line) {
    std::string text;
    bool has_image = false;
    bool has_text = false;
    bool has_result = false;
    const auto add_text = [&](std::string_view more) {
      text.append(has_text ? "\n" : "").append(more);
      has_text = true;
    };
    std::string_view whole;
    if (line.message_content.get(whole) == simdjson::SUCCESS) {
      add_text(whole);
    }
    for_each_block(line.message_content, [&](std::string_view type, const object& block) {
      if (type == "tool_result") {
        has_result = true;
        result(block);
      } else if (type == "text") {
        add_text(text_member(block, "text"));
      } else if (type == "image" || type == "document") {
        has_image = true;
        sink_.skip(type);
      } else {
        sink_.unknown("block", type);
      }
    });
    read_todos(line.todos, /*empty_counts=*/false);
    if (line.is_meta) {
      sink_.note("meta_line");
    } else if (!trim_text(text).empty()) {
      user_text(std::move(text), line.is_from_human, has_result);
    } else if (has_image && !has_result) {
      user_text("[image]", line.is_from_human, false);
    } else if (!has_result) {
      sink_.note("blank_text");
    }
  }

  // What a person typed, or what the program wrote in a person's place.
  void user_text(std::string text, bool is_from_human, bool beside_result) {
    if (const std::optional<std::string> command = slash_command(text)) {
      sink_.add(Author::kUser, "notice", *command);
    } else if (!is_from_human || is_program_text(text)) {
      sink_.add(Author::kSystem, "notice", std::move(text));
    } else {
      is_after_boundary_ = false;
      sink_.add(Author::kUser, "prompt", std::move(text));
      if (beside_result) {
        sink_.note("prompt_beside_result");
      }
    }
  }

  void assistant(const ClaudeLine& line) {
    std::string_view whole;
    if (line.message_content.get(whole) == simdjson::SUCCESS) {
      assistant_text(whole, line.is_api_error);
    }
    for_each_block(line.message_content, [&](std::string_view type, const object& block) {
      if (type == "text") {
        assistant_text(text_member(block, "text"), line.is_api_error);
      } else if (type == "tool_use" || type == "server_tool_use" || type == "mcp_tool_use") {
        call(block);
      } else if (type.ends_with("_tool_result")) {
        result(block);
      } else if (type == "thinking" || type == "redacted_thinking") {
        sink_.skip("thinking");
      } else {
        sink_.unknown("block", type);
      }
    });
  }

  void assistant_text(std::string_view text, bool is_api_error) {
    if (trim_text(text).empty()) {
      sink_.note("blank_text");
    } else if (is_api_error) {
      sink_.add(Author::kSystem, "notice", std::string(text));
    } else {
      is_after_boundary_ = false;
      sink_.add(Author::kAssistant, "text", std::string(text));
    }
  }

  void system(const ClaudeLine& line) {
    if (line.subtype == "compact_boundary") {
      if (boundary_is_open_) {
        sink_.note("boundary_without_summary");
      }
      open_boundary(boundary_text(line));
      preserved(line.compact_metadata);
    } else if (line.subtype == "microcompact_boundary") {
      sink_.add(Author::kSystem, "micro_boundary", boundary_text(line));
    } else if (is_known_subtype(line.subtype)) {
      sink_.skip("system/" + std::string(line.subtype));
    } else {
      sink_.unknown("type", "system/" + std::string(line.subtype));
    }
  }

  void attachment(const ClaudeLine& line) {
    const std::string_view type = text_of(line.attachment["type"]);
    if (type == "queued_command") {
      std::string text = joined_text(line.attachment["prompt"]);
      const std::string_view mode = text_of(line.attachment["commandMode"]);
      const bool is_human = line.is_from_human && is_human_origin(line.attachment["origin"]) &&
                            (mode.empty() || mode == "prompt");
      if (line.is_meta || is_true(line.attachment["isMeta"])) {
        sink_.note("meta_line");
      } else if (trim_text(text).empty()) {
        sink_.note("blank_text");
      } else {
        user_text(std::move(text), is_human, false);
      }
    } else if (is_known_attachment(type) && is_after_boundary_) {
      put_back(line.attachment, type);
    } else if (is_known_attachment(type)) {
      sink_.skip("attachment/" + std::string(type));
    } else {
      sink_.unknown("type", "attachment/" + std::string(type));
    }
  }

  // Between a boundary and the next word or call the program puts files, plans and notes of hooks
  // into the context again.
  void put_back(const JsonResult& attachment, std::string_view type) {
    std::string text;
    element content;
    if (attachment["content"].get(content) == simdjson::SUCCESS) {
      append_texts(content, text);
    }
    if (trim_text(text).empty()) {
      sink_.skip("attachment/" + std::string(type));
    } else {
      sink_.add(Author::kSystem, kPutBackKind, std::move(text)).boundary = boundaries_;
    }
  }

  // A prompt typed while the agent worked. Older versions write it nowhere else when it reaches the
  // agent in mid-turn; where it does appear as a prompt, finish() drops it here.
  void queue_operation(const ClaudeLine& line) {
    const std::string text = joined_text(line.content);
    if (line.operation != "enqueue" || trim_text(text).empty() || is_program_text(text) ||
        slash_command(text)) {
      sink_.skip("queue-operation");
      return;
    }
    queued_.push_back(session_.entries.size());
    sink_.add(Author::kUser, "notice", text);
  }

  void summary(const ClaudeLine& line) {
    // Version 1.0 writes no boundary line. A slice may begin with the summary of a boundary that
    // was cut off. Either way a compaction took place before this line.
    if (!boundary_is_open_ && (boundaries_ == 0 || line.parent.empty())) {
      sink_.note("boundary_from_summary");
      open_boundary("Conversation compacted");
    } else if (!boundary_is_open_) {
      sink_.note("second_summary");
    }
    boundary_is_open_ = false;
    sink_.add(Author::kAssistant, "summary", joined_text(line.message_content)).boundary =
        boundaries_;
  }

  void open_boundary(std::string text) {
    ++boundaries_;
    boundary_is_open_ = true;
    is_after_boundary_ = true;
    sink_.add(Author::kSystem, "boundary", std::move(text)).boundary = boundaries_;
  }

  // Lines before the boundary that stayed as they were: a list, or all from a head to a tail.
  void preserved(const JsonResult& metadata) {
    array uuids;
    if (metadata["preservedMessages"]["uuids"].get(uuids) == simdjson::SUCCESS) {
      for (const element uuid : uuids) {
        preserved_lines(text_of(found(uuid)), text_of(found(uuid)));
      }
    } else if (metadata["preservedSegment"].error() == simdjson::SUCCESS) {
      preserved_lines(text_of(metadata["preservedSegment"]["headUuid"]),
                      text_of(metadata["preservedSegment"]["tailUuid"]));
    }
  }

  void preserved_lines(std::string_view head, std::string_view tail) {
    LineLinks::Range range;
    if (links_.find(head, tail, session_.entries.size(), range)) {
      sink_.add_kept_range(boundaries_, range.first, range.end);
    } else {
      sink_.note("preserved_line_missing");
    }
  }

  // --- blocks ---

  void call(const object& block) {
    const std::string id = sink_.clean(text_member(block, "id"));
    if (!id.empty() && !calls_.insert(id)) {
      sink_.note("duplicate_call");
      return;
    }
    is_after_boundary_ = false;
    const std::string_view tool = text_member(block, "name");
    std::string input;
    element json;
    if (block["input"].get(json) == simdjson::SUCCESS) {
      CompactWriter(input, sink_.repairs()).append(json);
    }
    Entry& entry =
        sink_.add_clean(Author::kAssistant, "call", input.empty() ? "{}" : std::move(input));
    entry.call_id = id;
    entry.tool = sink_.clean(tool);
    object arguments;
    if (block["input"].get(arguments) == simdjson::SUCCESS) {
      todo_call(tool, id, arguments);
    }
  }

  void result(const object& block) {
    const std::string id = sink_.clean(text_member(block, "tool_use_id"));
    if (!id.empty() && !results_.insert(id)) {
      sink_.note("duplicate_result");
      return;
    }
    Entry& entry = sink_.add(Author::kTool, "result", joined_text(block["content"]));
    entry.call_id = id;
    entry.failed = is_true(block["is_error"]);
    if (tasks_.take_result(id, entry.failed, entry.text)) {
      sink_.set_todos(tasks_.items());
    }
  }

  void todo_call(std::string_view tool, const std::string& call_id, const object& arguments) {
    if (tool == "TodoWrite") {
      read_todos(arguments["todos"], /*empty_counts=*/true);
    } else if (tool == "TaskCreate") {
      if (tasks_.create(call_id, sink_.clean(text_member(arguments, "subject")))) {
        sink_.set_todos(tasks_.items());
      } else {
        sink_.note("task_left_out");
      }
    } else if (tool == "TaskUpdate") {
      if (tasks_.update(sink_.clean(text_member(arguments, "taskId")),
                        sink_.clean(text_member(arguments, "subject")),
                        text_member(arguments, "status"))) {
        sink_.set_todos(tasks_.items());
      } else {
        sink_.note("task_of_unknown_id");
      }
    }
  }

  // `todos` on a user line is the list as it stood, but it is also written empty where the list is
  // not, so that only a TodoWrite call can empty the list.
  void read_todos(const JsonResult& json, bool empty_counts) {
    array list;
    if (json.get(list) != simdjson::SUCCESS || (list.size() == 0 && !empty_counts)) {
      return;
    }
    sink_.set_todos(claude_todos(list, sink_));
  }

  void drop_delivered_queue() {
    std::unordered_set<std::string_view> prompts;
    for (const Entry& entry : session_.entries) {
      if (entry.kind == "prompt") {
        prompts.insert(trim_text(entry.text));
      }
    }
    std::unordered_set<std::size_t> delivered;
    for (const std::size_t index : queued_) {
      if (prompts.contains(trim_text(session_.entries[index].text))) {
        delivered.insert(index);
        sink_.skip("queue-operation");
      } else {
        sink_.note("queued_prompt");
      }
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < session_.entries.size(); ++i) {
      if (!delivered.contains(i)) {
        if (kept != i) {
          session_.entries[kept] = std::move(session_.entries[i]);
        }
        ++kept;
      }
    }
    session_.entries.resize(kept);
  }

  Session& session_;
  EntrySink sink_;
  bool keep_sidechain_;
  std::uint64_t tree_lines_ = 0;
  std::uint64_t sidechain_lines_ = 0;
  std::uint64_t other_session_lines_ = 0;
  std::uint64_t copied_lines_ = 0;
  std::uint32_t boundaries_ = 0;
  bool boundary_is_open_ = false;   // a boundary whose summary has not come yet
  bool is_after_boundary_ = false;  // no word or call came since the boundary
  LineLinks links_;
  SeenIds calls_;
  SeenIds results_;
  std::vector<std::size_t> queued_;
  TaskList tasks_;
};

// How many values of a file's head are looked at.
constexpr int kHeadValuesMax = 50;

// Bytes a line has in the files seen: 1,500 to 6,000.
constexpr std::size_t kLineBytesTypical = 4096;

bool recognises_claude_code(std::string_view head) {
  Notes notes;
  int left = kHeadValuesMax;
  bool found = false;
  JsonLines(notes, kClaudeLineHead).read(head, [&](const object& json) {
    found = looks_like_claude_code(json);
    return !found && --left > 0;
  });
  return found;
}

Session read_claude_code(std::string_view bytes) {
  // A file in which every line is a side chain is a subagent's own file: there it is the main
  // stream.
  for (const bool keep_sidechain : {false, true}) {
    Session session;
    session.format = "claude-code";
    session.entries.reserve(bytes.size() / kLineBytesTypical);
    Reader reader(session, keep_sidechain);
    JsonLines(session.notes, kClaudeLineHead).read(bytes, [&](const object& json) {
      return reader.take(json);
    });
    reader.finish();
    if (keep_sidechain) {
      ++session.notes["side_chain_read_as_main"];
    }
    if (keep_sidechain || !reader.all_sidechain()) {
      return session;
    }
  }
  CHECK(false);
  return {};
}

}  // namespace

SessionReader claude_code() {
  return {.summary = "Claude Code transcripts (JSON lines)",
          .recognises = recognises_claude_code,
          .read = read_claude_code,
          .links = claude_code_links};
}

}  // namespace holdfast::sessions
