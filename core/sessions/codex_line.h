// What the reader of Codex rollouts takes from one line, and the names it knows. A header of its
// own because every file core/sessions/*.cpp is a reader.
#pragma once

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>
#include <string_view>

#include "core/session_text.h"
#include "core/sessions/json_members.h"

namespace holdfast::sessions {

// How a line begins; nothing nested in one does.
inline constexpr std::string_view kCodexLineHead = "{\"timestamp\":";

inline bool looks_like_codex(const simdjson::dom::object& json) {
  simdjson::dom::object payload;
  return !text_member(json, "type").empty() && json["payload"].get(payload) == simdjson::SUCCESS &&
         json["timestamp"].error() == simdjson::SUCCESS;
}

template <std::size_t kSize>
bool is_codex_name(std::string_view name, const std::string_view (&names)[kSize]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// Lines that hold nothing of the conversation.
inline bool is_known_codex_line(std::string_view type) {
  static constexpr std::string_view kTypes[] = {"turn_context",
                                                "world_state",
                                                "inter_agent_communication",
                                                "inter_agent_communication_metadata",
                                                "token_usage_record",
                                                "security_risk_score",
                                                "rollout_reference"};
  return is_codex_name(type, kTypes);
}

// Events that repeat what a response item says, or say nothing of the conversation.
inline bool is_known_codex_event(std::string_view type) {
  static constexpr std::string_view kTypes[] = {
      "agent_message",
      "agent_reasoning",
      "agent_reasoning_raw_content",
      "background_event",
      "collab_agent_spawn_end",
      "entered_review_mode",
      "error",
      "exec_command_begin",
      "exec_command_end",
      "exited_review_mode",
      "item_completed",
      "mcp_tool_call_begin",
      "mcp_tool_call_end",
      "patch_apply_begin",
      "patch_apply_end",
      "stream_error",
      "task_complete",
      "task_started",
      "thread_name_updated",
      "thread_settings_applied",
      "token_count",
      "turn_aborted",
      "turn_complete",
      "turn_started",
      "view_image_tool_call",
      "warning",
      "web_search_begin",
      "web_search_end",
  };
  return is_codex_name(type, kTypes);
}

// Response items that are neither words nor calls.
inline bool is_known_codex_item(std::string_view type) {
  static constexpr std::string_view kTypes[] = {
      "reasoning",          "compaction",       "compaction_summary", "compaction_trigger",
      "context_compaction", "additional_tools", "ghost_snapshot",     "agent_message",
  };
  return is_codex_name(type, kTypes);
}

// The program writes these in a user's place: a text that is one element, from its opening tag to
// its closing one (environment_context, user_instructions, turn_aborted, …), and the project's
// instructions under a fixed heading.
inline bool is_codex_program_text(std::string_view text) {
  text = trim_text(text);
  if (text.starts_with("# AGENTS.md instructions")) {
    return true;
  }
  const std::size_t end = text.find_first_of("> \n");
  if (!text.starts_with('<') || end == std::string_view::npos || end < 2) {
    return false;
  }
  const std::string_view name = text.substr(1, end - 1);
  const bool is_name = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  return is_name && text.ends_with("</" + std::string(name) + ">");
}

struct CodexContent {
  std::string text;
  bool has_image = false;
};

// Content is a string or a list of blocks. Images stand between two tags that are no words.
inline CodexContent codex_content(const JsonResult& content) {
  CodexContent found{.text = std::string(text_of(content))};
  bool first = true;
  for_each_block(content, [&](std::string_view type, const simdjson::dom::object& block) {
    if (type == "input_image") {
      found.has_image = true;
    } else if (type == "input_text" || type == "output_text" || type == "text") {
      const std::string_view text = text_member(block, "text");
      if (!text.starts_with("<image") && !text.starts_with("</image")) {
        found.text.append(first ? "" : "\n").append(text);
        first = false;
      }
    }
  });
  return found;
}

// An output is a string, a list of blocks, or an object with either in `content` or `output`.
inline std::string codex_output(const JsonResult& output) {
  simdjson::dom::object object;
  if (output.get(object) != simdjson::SUCCESS) {
    return codex_content(output).text;
  }
  const std::string content = codex_content(object["content"]).text;
  return content.empty() ? codex_content(object["output"]).text : content;
}

inline bool is_nonzero_number_at(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] == ' ') {
    ++at;
  }
  int number = 0;
  const auto read =
      std::from_chars(text.data() + std::min(at, text.size()), text.data() + text.size(), number);
  return read.ec == std::errc() && number != 0;
}

// Whether a tool's own words, not those of the program that it ran, say that it did not succeed.
// Those stand before "Output:", or behind the output where the whole is JSON.
inline bool says_codex_failure(std::string_view text) {
  constexpr std::string_view kJsonCode = "\"exit_code\":";
  if (text.starts_with("{\"output\":")) {
    const std::size_t at = text.rfind(kJsonCode);
    return at != std::string_view::npos && is_nonzero_number_at(text, at + kJsonCode.size());
  }
  for (const std::string_view head :
       {"aborted", "exec_command failed", "apply_patch verification failed", "Script failed"}) {
    if (text.starts_with(head)) {
      return true;
    }
  }
  // With a newline in front, a mark is found at the beginning of a line only.
  const std::string own = "\n" + std::string(text.substr(0, text.find("\nOutput:")));
  for (const std::string_view mark : {"\nProcess exited with code ", "\nExit code: "}) {
    const std::size_t at = own.rfind(mark);
    if (at != std::string::npos) {
      return is_nonzero_number_at(own, at + mark.size());
    }
  }
  return false;
}

}  // namespace holdfast::sessions
