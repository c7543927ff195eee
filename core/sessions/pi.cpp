// Sessions of pi, one JSON object a line: a header, then entries. Versions 2 and 3 give each entry
// an id and a parent, so that a session is a tree; version 1 has neither. docs/extract.md says what
// was seen and what is assumed.
//
// The model. File order is the truth. A line whose parent is not the entry before it left a branch:
// the conversation is the chain of parents from the last entry to a root, and the words of what is
// not on it are dropped, but no effects. Where that chain does not reach a root (a parent is
// missing, or the links run in a circle), nothing is dropped: too much is better than too little. A
// compaction names the first entry that it kept. Invariants: as in the reader of Claude Code.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session.h"
#include "core/session_text.h"
#include "core/sessions/entry_sink.h"
#include "core/sessions/file_links.h"
#include "core/sessions/json_lines.h"
#include "core/sessions/json_members.h"
#include "core/sessions/seen_ids.h"
#include "core/sessions/taken_back.h"

namespace holdfast::sessions {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

// How a line of a message begins; nothing nested in one does.
constexpr std::string_view kLineHead = "{\"type\":\"message\",";

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Reader {
 public:
  explicit Reader(Session& session) : session_(session), sink_(session) {}

  bool take(const object& json) {
    const std::string_view type = text_member(json, "type");
    const std::string_view id = text_member(json, "id");
    if (type == "session") {
      header(json, id);
      lines_.push_back({.first_entry = session_.entries.size()});
      return true;
    }
    if (!id.empty() && !ids_.insert(id)) {
      sink_.note("duplicate_id");
      lines_.push_back({.first_entry = session_.entries.size()});
      return true;
    }
    if (!id.empty()) {
      line_of_id_.push_back(lines_.size());
    }
    lines_.push_back(
        {.first_entry = session_.entries.size(), .parent = parent_of(json), .is_entry = true});
    const std::size_t here = lines_.size() - 1;
    last_line_ = here;
    sink_.begin_line(id, text_member(json, "timestamp"));
    entry(type, json);
    lines_[here].end_entry = session_.entries.size();
    return true;
  }

  void finish() {
    sink_.note("missing_parent", missing_parents_);
    if (branches_ > 0) {
      sink_.note("branch", branches_);
      drop_left_branches();
    }
    sink_.finish();
  }

 private:
  static constexpr std::size_t kRoot = static_cast<std::size_t>(-1);
  static constexpr std::size_t kMissing = static_cast<std::size_t>(-2);

  // By the place in the file, as version 1 counts; `parent` is such a place too.
  struct Line {
    std::size_t first_entry = 0;
    std::size_t end_entry = 0;
    std::size_t parent = kRoot;
    bool is_entry = false;
  };

  void header(const object& json, std::string_view id) {
    if (headers_++ > 0) {
      sink_.note("repeated_header");
    }
    sink_.set_once(session_.session_id, id);
    sink_.set_once(session_.working_directory, text_member(json, "cwd"));
    const bool branched =
        !text_member(json, "branchedFrom").empty() || !text_member(json, "parentSession").empty();
    sink_.note("forked_session", branched ? 1 : 0);
  }

  // The line before it where the version has no links. Parents stand before their children; what
  // names itself or a later entry is missing, so that no circle can be walked.
  std::size_t parent_of(const object& json) {
    element parent;
    if (json["parentId"].get(parent) != simdjson::SUCCESS) {
      return lines_.empty() || !lines_.back().is_entry ? kRoot : lines_.size() - 1;
    }
    const std::string_view id = text_of(found(parent));
    if (id.empty()) {
      branches_ += last_line_.has_value() ? 1 : 0;
      return kRoot;
    }
    const std::size_t ordinal = ids_.find(id);
    if (ordinal == SeenIds::kNone || line_of_id_[ordinal] == lines_.size()) {
      ++missing_parents_;
      return kMissing;
    }
    branches_ += last_line_ != line_of_id_[ordinal] ? 1 : 0;
    return line_of_id_[ordinal];
  }

  void drop_left_branches() {
    std::vector<bool> live(session_.entries.size(), false);
    std::optional<std::size_t> line = last_line_;
    while (line && *line < lines_.size()) {
      for (std::size_t i = lines_[*line].first_entry; i < lines_[*line].end_entry; ++i) {
        live[i] = true;
      }
      line = lines_[*line].parent;
    }
    if (line == kMissing) {
      sink_.note("branch_without_root");
      return;
    }
    drop_taken_back(session_, sink_, [&](std::size_t index) { return live[index]; });
  }

  // --- entries ---

  void entry(std::string_view type, const object& json) {
    if (type == "message") {
      message(json);
    } else if (type == "compaction") {
      compaction(json);
    } else if (type == "branch_summary") {
      notice(std::string(text_member(json, "summary")));
    } else if (type == "custom_message") {
      notice(joined_text(json["content"]));
    } else if (is_one_of(type, {"model_change", "thinking_level_change", "custom", "label",
                                "session_info"})) {
      sink_.skip(type);
    } else {
      sink_.unknown("type", type);
    }
  }

  void notice(std::string text) {
    if (trim_text(text).empty()) {
      sink_.note("blank_text");
    } else {
      sink_.add(Author::kSystem, "notice", std::move(text));
    }
  }

  void message(const object& json) {
    object members;
    if (json["message"].get(members) != simdjson::SUCCESS) {
      sink_.note("message_without_members");
      return;
    }
    const std::string_view role = text_member(members, "role");
    if (role == "user") {
      user(members);
    } else if (role == "assistant") {
      assistant(members);
    } else if (role == "toolResult") {
      result(members);
    } else if (role == "bashExecution") {
      // A person ran a command; what it printed is not a person's word.
      notice("! " + std::string(text_member(members, "command")) + "\n" +
             std::string(text_member(members, "output")));
    } else if (is_one_of(role, {"custom", "hookMessage", "branchSummary", "compactionSummary"})) {
      std::string text = joined_text(members["content"]);
      notice(text.empty() ? std::string(text_member(members, "summary")) : std::move(text));
    } else {
      sink_.unknown("type", "message/" + std::string(role));
    }
  }

  void user(const object& message) {
    bool has_image = false;
    for_each_block(message["content"], [&](std::string_view type, const object&) {
      has_image = has_image || type == "image";
      if (type != "image" && type != "text") {
        sink_.unknown("block", type);
      }
    });
    std::string text = joined_text(message["content"]);
    if (!trim_text(text).empty()) {
      sink_.add(Author::kUser, "prompt", std::move(text));
    } else if (has_image) {
      sink_.add(Author::kUser, "prompt", "[image]");
    } else {
      sink_.note("blank_text");
    }
  }

  void assistant(const object& message) {
    std::string_view whole;
    if (message["content"].get(whole) == simdjson::SUCCESS) {
      assistant_text(whole);
    }
    for_each_block(message["content"], [&](std::string_view type, const object& block) {
      if (type == "text") {
        assistant_text(text_member(block, "text"));
      } else if (type == "toolCall") {
        call(block);
      } else if (type == "thinking") {
        sink_.skip("thinking");
      } else {
        sink_.unknown("block", type);
      }
    });
    const std::string_view reason = text_member(message, "stopReason");
    if (reason == "error" || reason == "aborted") {
      std::string error(text_member(message, "errorMessage"));
      notice(error.empty() ? std::string(reason) : std::move(error));
    }
  }

  void assistant_text(std::string_view text) {
    if (trim_text(text).empty()) {
      sink_.note("blank_text");
    } else {
      sink_.add(Author::kAssistant, "text", std::string(text));
    }
  }

  void call(const object& block) {
    const std::string id = sink_.clean(text_member(block, "id"));
    if (!id.empty() && !calls_.insert(id)) {
      sink_.note("duplicate_call");
      return;
    }
    std::string arguments;
    element json;
    if (block["arguments"].get(json) == simdjson::SUCCESS) {
      CompactWriter(arguments, sink_.repairs()).append(json);
    }
    Entry& entry = sink_.add_clean(Author::kAssistant, "call",
                                   arguments.empty() ? "{}" : std::move(arguments));
    entry.call_id = id;
    entry.tool = sink_.clean(text_member(block, "name"));
  }

  void result(const object& message) {
    const std::string id = sink_.clean(text_member(message, "toolCallId"));
    if (!id.empty() && !results_.insert(id)) {
      sink_.note("duplicate_result");
      return;
    }
    Entry& entry = sink_.add(Author::kTool, "result", joined_text(message["content"]));
    entry.call_id = id;
    entry.failed = is_true(message["isError"]);
  }

  // --- compactions ---

  void compaction(const object& json) {
    const std::size_t before = session_.entries.size();
    ++boundaries_;
    std::string text = "Conversation compacted";
    std::uint64_t tokens = 0;
    if (json["tokensBefore"].get(tokens) == simdjson::SUCCESS) {
      text += " (" + std::to_string(tokens) + " tokens)";
    }
    sink_.add(Author::kSystem, "boundary", std::move(text)).boundary = boundaries_;
    const std::string_view summary = text_member(json, "summary");
    if (trim_text(summary).empty()) {
      sink_.note("boundary_without_summary");
    } else {
      sink_.add(Author::kAssistant, "summary", std::string(summary)).boundary = boundaries_;
    }
    const std::optional<std::size_t> first = first_kept(json);
    if (!first) {
      sink_.note("first_kept_entry_missing");
      return;
    }
    sink_.add_kept_range(boundaries_, lines_[*first].first_entry, before);
  }

  // The line of the first kept entry, before this one.
  std::optional<std::size_t> first_kept(const object& json) const {
    std::uint64_t index = 0;
    if (json["firstKeptEntryIndex"].get(index) == simdjson::SUCCESS) {
      return index < lines_.size() - 1 ? std::optional(static_cast<std::size_t>(index))
                                       : std::nullopt;
    }
    const std::size_t ordinal = ids_.find(text_member(json, "firstKeptEntryId"));
    return ordinal == SeenIds::kNone ? std::nullopt : std::optional(line_of_id_[ordinal]);
  }

  Session& session_;
  EntrySink sink_;
  std::uint64_t headers_ = 0;
  std::uint64_t branches_ = 0;
  std::uint64_t missing_parents_ = 0;
  std::uint32_t boundaries_ = 0;
  std::vector<Line> lines_;
  std::optional<std::size_t> last_line_;  // the newest that is an entry
  std::vector<std::size_t> line_of_id_;   // by the ordinal of the id
  SeenIds ids_;
  SeenIds calls_;
  SeenIds results_;
};

// Codex lines have a payload, those of Claude Code a uuid or a session id.
bool looks_like_pi(const object& json) {
  const std::string_view type = text_member(json, "type");
  for (const std::string_view foreign : {"payload", "uuid", "sessionId", "entryId"}) {
    if (json[foreign].error() == simdjson::SUCCESS) {
      return false;
    }
  }
  if (type == "session") {
    return !text_member(json, "id").empty() && !text_member(json, "timestamp").empty();
  }
  object message;
  return type == "message" && json["message"].get(message) == simdjson::SUCCESS &&
         !text_member(message, "role").empty() && !text_member(json, "timestamp").empty();
}

// How many values of a file's head are looked at.
constexpr int kHeadValuesMax = 50;

// Bytes a line had in the file seen: 2,300.
constexpr std::size_t kLineBytesTypical = 2048;

bool recognises_pi(std::string_view head) {
  Notes notes;
  int left = kHeadValuesMax;
  bool found = false;
  JsonLines(notes, kLineHead).read(head, [&](const object& json) {
    found = looks_like_pi(json);
    return !found && --left > 0;
  });
  return found;
}

Session read_pi(std::string_view bytes) {
  Session session;
  session.format = "pi";
  session.entries.reserve(bytes.size() / kLineBytesTypical);
  Reader reader(session);
  JsonLines(session.notes, kLineHead).read(bytes, [&](const object& json) {
    return reader.take(json);
  });
  reader.finish();
  return session;
}

// Parents are named by the path of their file, which ends in the session's id.
std::string_view session_of_path(std::string_view path) {
  if (path.ends_with(".jsonl")) {
    path.remove_suffix(std::string_view(".jsonl").size());
  }
  return path.substr(path.find_last_of("/\\_") + 1);
}

FileLinks pi_links(std::string_view bytes) {
  Notes notes;
  LinkCollector collector;
  FileLinks& links = collector.links;
  JsonLines(notes, kLineHead).read(bytes, [&](const object& json) {
    const std::string_view id = text_member(json, "id");
    if (text_member(json, "type") != "session") {
      collector.time(text_member(json, "timestamp"));
      collector.line(id, text_member(json, "parentId"));
    } else if (links.session_id.empty()) {
      links.session_id = id;
      links.parent_session = session_of_path(text_member(json, "parentSession"));
      if (links.parent_session.empty()) {
        // Version 1 copies the lines up to the branch.
        links.parent_session = session_of_path(text_member(json, "branchedFrom"));
        links.holds_parent = !links.parent_session.empty();
      }
    }
    return true;
  });
  return collector.finish();
}

}  // namespace

SessionReader pi() {
  return {.summary = "Sessions of pi (JSON lines)",
          .recognises = recognises_pi,
          .read = read_pi,
          .links = pi_links};
}

}  // namespace holdfast::sessions
