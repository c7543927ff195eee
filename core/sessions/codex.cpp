// Rollouts of the Codex command line, one JSON object a line: a time, a type and a payload. The
// format has no specification; docs/extract.md says what was seen and what is assumed.
//
// The model. File order is the truth. The model's own items are the stream; events mirror them for
// the screen and are passed over, but for what a person typed: that is written as an item and as an
// event, and either may be missing, so that each prompt is counted once wherever it stands. A
// compaction writes the whole new context into its line (`replacement_history`): what of it equals
// an earlier entry was kept. A rollback takes words back, and with them a compaction, but no
// effects. Invariants: as in the reader of Claude Code.
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session.h"
#include "core/session_text.h"
#include "core/sessions/codex_items.h"
#include "core/sessions/codex_line.h"
#include "core/sessions/entry_sink.h"
#include "core/sessions/file_links.h"
#include "core/sessions/json_lines.h"
#include "core/sessions/json_members.h"
#include "core/sessions/kept_texts.h"
#include "core/sessions/seen_ids.h"
#include "core/sessions/taken_back.h"

namespace holdfast::sessions {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

class Reader {
 public:
  explicit Reader(Session& session) : session_(session), sink_(session) {}

  bool take(const object& json) {
    const std::string_view type = text_member(json, "type");
    object payload;
    if (json["payload"].get(payload) != simdjson::SUCCESS) {
      sink_.unknown("type", type);
      return true;
    }
    const std::string_view item = text_member(payload, "type");
    const std::string_view id = text_member(payload, "id");
    if (type == "response_item" && !id.empty() && !ids_.insert(id)) {
      sink_.note("duplicate_id");
      return true;
    }
    sink_.begin_line(type == "response_item" ? id : std::string_view(),
                     text_member(json, "timestamp"));
    if (type == "response_item") {
      response_item(item, payload);
    } else if (type == "event_msg") {
      event(item, payload);
    } else if (type == "compacted") {
      compacted(payload);
    } else if (type == "session_meta") {
      header(payload);
    } else if (is_known_codex_line(type)) {
      sink_.skip(type);
    } else {
      sink_.unknown("type", type);
    }
    return true;
  }

  void finish() {
    sink_.note("prompt_without_event", has_events_ ? items_.size() : 0);
    if (!live_.all()) {
      drop_taken_back(session_, sink_, [&](std::size_t index) { return live_.is_live(index); });
    }
    sink_.finish();
  }

 private:
  // The texts of prompts that stand once so far: as an item or as an event.
  using HalfPrompts = std::vector<std::string>;
  // Mirrors stand side by side; this many are looked back at.
  static constexpr std::size_t kHalfPromptsMax = 16;

  // --- lines ---

  // Written again on each resume; a fork begins with its own and goes on with its parent's.
  void header(const object& payload) {
    std::string_view id = text_member(payload, "id");
    id = id.empty() ? text_member(payload, "session_id") : id;
    if (headers_++ == 0) {
      sink_.set_once(session_.session_id, id);
      object source;
      const bool is_subagent = payload["source"].get(source) == simdjson::SUCCESS &&
                               source["subagent"].error() == simdjson::SUCCESS;
      sink_.note("subagent_session", is_subagent ? 1 : 0);
      sink_.note("forked_session", text_member(payload, "forked_from_id").empty() ? 0 : 1);
      object base;
      sink_.note("begins_in_another_file",
                 payload["history_base"].get(base) == simdjson::SUCCESS ? 1 : 0);
    } else {
      const bool same = session_.session_id == sink_.clean(id);
      sink_.note(same ? "repeated_header" : "header_of_another_session");
    }
    sink_.set_once(session_.working_directory, text_member(payload, "cwd"));
  }

  void response_item(std::string_view type, const object& item) {
    if (type == "message") {
      message(item);
      return;
    }
    // What the model did or said since: a mirror stands beside its prompt, never behind this.
    forget_half_prompts();
    if (type == "web_search_call" || type == "image_generation_call") {
      hosted_call(type, item);
    } else if (type.ends_with("_call")) {
      call(type, item);
    } else if (type.ends_with("_output")) {
      result(item);
    } else if (is_known_codex_item(type)) {
      sink_.skip("item/" + std::string(type));
    } else {
      sink_.unknown("type", "item/" + std::string(type));
    }
  }

  void message(const object& item) {
    const std::string_view role = text_member(item, "role");
    CodexContent content = codex_content(item["content"]);
    if (role == "developer" || role == "system") {
      sink_.skip("message/" + std::string(role));
    } else if (trim_text(content.text).empty() && !content.has_image) {
      sink_.note("blank_text");
    } else if (role == "assistant") {
      forget_half_prompts();
      remember(sink_.add(Author::kAssistant, "text", std::move(content.text)));
    } else if (role != "user") {
      sink_.unknown("type", "message/" + std::string(role));
    } else if (is_codex_program_message(item["content"])) {
      sink_.add(Author::kSystem, "notice", std::move(content.text));
    } else {
      prompt(std::move(content), items_, events_);
    }
  }

  void event(std::string_view type, const object& payload) {
    if (type == "user_message") {
      has_events_ = true;
      CodexContent content{.text = std::string(text_member(payload, "message"))};
      content.has_image = has_items(payload["images"]) || has_items(payload["local_images"]);
      if (trim_text(content.text).empty() && !content.has_image) {
        sink_.note("blank_text");
      } else {
        prompt(std::move(content), events_, items_);
      }
    } else if (type == "thread_rolled_back") {
      roll_back(payload);
    } else if (type == "context_compacted") {
      sink_.note(boundary_is_new_ ? "skipped:event/context_compacted" : "boundary_without_line");
      boundary_is_new_ = false;
    } else if (is_known_codex_event(type)) {
      sink_.skip("event/" + std::string(type));
    } else {
      sink_.unknown("type", "event/" + std::string(type));
    }
  }

  // --- prompts ---

  // `mine` are the prompts of this kind of line, `others` those of the other kind.
  void prompt(CodexContent content, HalfPrompts& mine, HalfPrompts& others) {
    std::string text = sink_.clean(content.text);
    const std::string_view words = trim_text(text);
    for (auto other = others.begin(); other != others.end(); ++other) {
      if (trim_text(*other) == words) {
        others.erase(other);
        return;
      }
    }
    if (mine.size() == kHalfPromptsMax) {
      mine.erase(mine.begin());
    }
    mine.push_back(text);
    turns_.push_back(session_.entries.size());
    remember(sink_.add_clean(Author::kUser, "prompt", words.empty() ? "[image]" : text));
  }

  void forget_half_prompts() {
    sink_.note("prompt_without_event", has_events_ ? items_.size() : 0);
    items_.clear();
    events_.clear();
  }

  static bool has_items(const JsonResult& json) {
    array list;
    return json.get(list) == simdjson::SUCCESS && list.size() > 0;
  }

  void roll_back(const object& payload) {
    std::uint64_t turns = 0;
    if (payload["num_turns"].get(turns) != simdjson::SUCCESS || turns == 0) {
      sink_.note("rollback_of_nothing");
      return;
    }
    sink_.note("rollback");
    sink_.note("rollback_beyond_the_start", turns > turns_.size() ? 1 : 0);
    turns = std::min<std::uint64_t>(turns, turns_.size());
    if (turns > 0) {
      const std::size_t first = turns_[turns_.size() - turns];
      turns_.resize(turns_.size() - turns);
      live_.roll_back(first, session_.entries.size(),
                      [&](std::size_t begin, std::size_t end) { forget_texts(begin, end); });
    }
    items_.clear();
    events_.clear();
  }

  // --- compactions ---

  void compacted(const object& payload) {
    forget_half_prompts();
    boundary_is_new_ = true;
    ++boundaries_;
    sink_.add(Author::kSystem, "boundary", "Conversation compacted").boundary = boundaries_;
    const std::string_view message = text_member(payload, "message");
    array history;
    const bool has_history = payload["replacement_history"].get(history) == simdjson::SUCCESS;
    const bool encrypted = has_history && has_encrypted_codex_summary(history);
    if (!trim_text(message).empty()) {
      sink_.add(Author::kAssistant, "summary", std::string(message)).boundary = boundaries_;
    } else if (encrypted) {
      sink_.note("encrypted_summary");
      sink_.add(Author::kAssistant, "summary", "").boundary = boundaries_;
    } else {
      sink_.note("boundary_without_summary");
    }
    if (has_history) {
      kept(history, message);
    } else {
      // Older versions write no new context: it is the prompts so far and the summary.
      sink_.note("boundary_without_history");
      for (const std::size_t turn : turns_) {
        sink_.add_kept(boundaries_, session_.entries[turn].entry_id);
      }
    }
  }

  void kept(const array& history, std::string_view message) {
    std::vector<object> items;
    for (const element json : history) {
      object item;
      if (json.get(item) == simdjson::SUCCESS) {
        items.push_back(item);
      }
    }
    KeptTexts::Seen seen;
    std::vector<std::size_t> found;
    std::vector<std::string> put_back;
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
      const std::string_view role = text_member(*item, "role");
      const Author author = role == "user" ? Author::kUser : Author::kAssistant;
      std::string text = sink_.clean(codex_content((*item)["content"]).text);
      if (text_member(*item, "type") != "message" || (role != "user" && role != "assistant")) {
        sink_.skip("history/" + std::string(role.empty() ? text_member(*item, "type") : role));
      } else if (role == "user" && is_codex_program_message((*item)["content"])) {
        put_back.push_back(std::move(text));
      } else if (const auto index = texts_.find(session_.entries, author, text, seen)) {
        found.push_back(*index);
      } else if (!is_codex_summary(text, message)) {
        sink_.note("kept_text_of_no_entry");
      }
    }
    for (auto index = found.rbegin(); index != found.rend(); ++index) {
      sink_.add_kept(boundaries_, session_.entries[*index].entry_id);
    }
    for (auto text = put_back.rbegin(); text != put_back.rend(); ++text) {
      sink_.add_clean(Author::kSystem, kPutBackKind, std::move(*text)).boundary = boundaries_;
    }
  }

  void remember(const Entry& entry) { texts_.remember(entry, session_.entries.size() - 1); }

  void forget_texts(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Entry& entry = session_.entries[i];
      if (entry.kind == "prompt" || entry.kind == "text") {
        texts_.forget(entry);
      }
    }
  }

  // --- calls ---

  void call(std::string_view type, const object& item) {
    const std::string id = sink_.clean(text_member(item, "call_id"));
    if (!id.empty() && !calls_.insert(id)) {
      sink_.note("duplicate_call");
      return;
    }
    std::string_view tool = text_member(item, "name");
    if (tool.empty()) {
      tool = type.substr(0, type.size() - std::string_view("_call").size());
    }
    add_call(tool, codex_arguments(item, arguments_, sink_.repairs())).call_id = id;
    if (tool == "update_plan") {
      codex_plan(item, arguments_, sink_);
    }
  }

  Entry& add_call(std::string_view tool, std::string arguments) {
    Entry& entry = sink_.add_clean(Author::kAssistant, "call", std::move(arguments));
    entry.tool = sink_.clean(tool);
    return entry;
  }

  // Runs at the provider: no result of its own, but a status.
  void hosted_call(std::string_view type, const object& item) {
    const std::string id = "hosted-" + std::to_string(++hosted_calls_);
    add_call(type.substr(0, type.size() - std::string_view("_call").size()),
             codex_arguments(item, arguments_, sink_.repairs()))
        .call_id = id;
    const std::string_view status = text_member(item, "status");
    if (status != "in_progress") {
      Entry& entry = sink_.add(Author::kTool, "result", std::string(status));
      entry.call_id = id;
      entry.failed = status == "failed";
    }
  }

  void result(const object& item) {
    const std::string id = sink_.clean(text_member(item, "call_id"));
    if (!id.empty() && !results_.insert(id)) {
      sink_.note("duplicate_result");
      return;
    }
    Entry& entry = sink_.add(Author::kTool, "result", codex_output(item["output"]));
    entry.call_id = id;
    bool success = true;
    const bool said = item["output"]["success"].get(success) == simdjson::SUCCESS;
    entry.failed = (said && !success) || says_codex_failure(entry.text);
  }

  Session& session_;
  EntrySink sink_;
  simdjson::dom::parser arguments_;  // of arguments, while the line's own parser holds the line
  std::uint64_t headers_ = 0;
  std::uint64_t hosted_calls_ = 0;
  std::uint32_t boundaries_ = 0;
  bool boundary_is_new_ = false;  // the event that follows a `compacted` line has not come yet
  bool has_events_ = false;       // whether the file mirrors prompts as events at all
  SeenIds ids_;
  SeenIds calls_;
  SeenIds results_;
  HalfPrompts items_;
  HalfPrompts events_;
  std::vector<std::size_t> turns_;  // entries of the prompts that were not rolled back
  LiveEntries live_;
  KeptTexts texts_;  // of what a compaction can keep
};

// How many values of a file's head are looked at.
constexpr int kHeadValuesMax = 50;

// Bytes a line has in the files seen: 1,300 to 2,000; half of the lines are no entries.
constexpr std::size_t kLineBytesTypical = 2048;

bool recognises_codex(std::string_view head) {
  Notes notes;
  int left = kHeadValuesMax;
  bool found = false;
  JsonLines(notes, kCodexLineHead).read(head, [&](const object& json) {
    found = looks_like_codex(json);
    return !found && --left > 0;
  });
  return found;
}

Session read_codex(std::string_view bytes) {
  Session session;
  session.format = "codex";
  session.entries.reserve(bytes.size() / kLineBytesTypical);
  Reader reader(session);
  JsonLines(session.notes, kCodexLineHead).read(bytes, [&](const object& json) {
    return reader.take(json);
  });
  reader.finish();
  return session;
}

}  // namespace

SessionReader codex() {
  return {.summary = "Codex rollouts (JSON lines)",
          .recognises = recognises_codex,
          .read = read_codex,
          .links = codex_links};
}

}  // namespace holdfast::sessions
