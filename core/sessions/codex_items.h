// Parts of Codex rollouts that have a shape of their own: messages of the program, new contexts,
// arguments of calls, plans, and the headers that link files. A header of its own because every
// file core/sessions/*.cpp is a reader.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session.h"
#include "core/session_text.h"
#include "core/sessions/codex_line.h"
#include "core/sessions/entry_sink.h"
#include "core/sessions/file_links.h"
#include "core/sessions/json_lines.h"
#include "core/sessions/json_members.h"

namespace holdfast::sessions {

// Every block is one of the program's: the instructions of a project and the environment come
// together.
inline bool is_codex_program_message(const JsonResult& content) {
  std::string_view whole;
  if (content.get(whole) == simdjson::SUCCESS) {
    return is_codex_program_text(whole);
  }
  bool any = false;
  bool all = true;
  for_each_block(content, [&](std::string_view, const simdjson::dom::object& block) {
    const std::string_view text = text_member(block, "text");
    any = any || !text.empty();
    all = all && is_codex_program_text(text);
  });
  return any && all;
}

inline bool has_encrypted_codex_summary(const simdjson::dom::array& history) {
  for (const simdjson::dom::element json : history) {
    simdjson::dom::object item;
    if (json.get(item) == simdjson::SUCCESS && !text_member(item, "encrypted_content").empty() &&
        text_member(item, "type").find("compaction") != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

// The summary stands in the new context as a user's message, behind a fixed text.
inline bool is_codex_summary(std::string_view text, std::string_view message) {
  text = trim_text(text);
  message = trim_text(message);
  if (message.empty() || !text.ends_with(message)) {
    return false;
  }
  text.remove_suffix(message.size());
  return text.empty() || text.back() == '\n';
}

// As JSON: `arguments` is JSON in a string, `input` a text, `action` JSON.
inline std::string codex_arguments(const simdjson::dom::object& item, simdjson::dom::parser& parser,
                                   TextRepairs& repairs) {
  std::string out;
  CompactWriter writer(out, repairs);
  const std::string_view arguments = text_member(item, "arguments");
  simdjson::dom::element json;
  if (!arguments.empty() &&
      parser.parse(arguments.data(), arguments.size(), true).get(json) == simdjson::SUCCESS) {
    writer.append(json);
  } else if (item["arguments"].get(json) == simdjson::SUCCESS ||
             item["action"].get(json) == simdjson::SUCCESS) {
    writer.append(json);
  } else if (item["input"].get(json) == simdjson::SUCCESS) {
    out += "{\"input\":";
    writer.append(json);
    out += '}';
  }
  return out.empty() ? "{}" : out;
}

// The items of a call of update_plan become the to-do list.
inline void codex_plan(const simdjson::dom::object& item, simdjson::dom::parser& parser,
                       EntrySink& sink) {
  const std::string_view arguments = text_member(item, "arguments");
  simdjson::dom::element json;
  simdjson::dom::array steps;
  if (parser.parse(arguments.data(), arguments.size(), true).get(json) != simdjson::SUCCESS ||
      json["plan"].get(steps) != simdjson::SUCCESS) {
    return;
  }
  std::vector<TodoItem> items;
  for (const simdjson::dom::element step : steps) {
    simdjson::dom::object members;
    if (step.get(members) != simdjson::SUCCESS) {
      continue;
    }
    std::string text = sink.clean(trim_text(text_member(members, "step")));
    if (!text.empty()) {
      items.push_back({std::move(text), text_member(members, "status") == "completed"});
    }
  }
  sink.set_todos(std::move(items));
}

inline FileLinks codex_links(std::string_view bytes) {
  Notes notes;
  LinkCollector collector;
  FileLinks& links = collector.links;
  JsonLines(notes, kCodexLineHead).read(bytes, [&](const simdjson::dom::object& json) {
    collector.time(text_member(json, "timestamp"));
    const JsonResult payload = json["payload"];
    if (text_member(json, "type") != "session_meta") {
      return true;
    }
    std::string_view id = text_of(payload["id"]);
    id = id.empty() ? text_of(payload["session_id"]) : id;
    if (links.session_id.empty()) {
      links.session_id = id;
      links.parent_session = text_of(payload["history_base"]["thread_id"]);
      if (links.parent_session.empty()) {
        links.parent_session = text_of(payload["forked_from_id"]);
      } else if (payload["history_base"]["end_byte_offset"].get(links.parent_bytes) !=
                 simdjson::SUCCESS) {
        links.parent_bytes = 0;
      }
      links.is_side_chain = payload["source"]["subagent"].error() == simdjson::SUCCESS;
    } else if (id != links.session_id) {
      links.holds_parent = true;
    }
    return true;
  });
  return collector.finish();
}

}  // namespace holdfast::sessions
