// What the reader of Claude Code transcripts takes from one line, and the names it knows. A header
// of its own because every file core/sessions/*.cpp is a reader.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "core/session_text.h"
#include "core/sessions/json_members.h"

namespace holdfast::sessions {

// How a line of the uuid tree begins; nothing nested in one does.
inline constexpr std::string_view kClaudeLineHead = "{\"parentUuid\":";

// `origin` came with later versions: other agents and the program itself write user lines too. What
// has no origin is a person's.
inline bool is_human_origin(const JsonResult& origin) {
  const std::string_view kind = text_of(origin["kind"]);
  return kind.empty() || kind == "human";
}

// The members of a line, collected in one pass. A member that stands twice counts by its last
// value, as in JavaScript. Views are valid until the next line is parsed.
struct ClaudeLine {
  explicit ClaudeLine(const simdjson::dom::object& json) {
    for (const auto& member : json) {
      take(member.key, found(member.value));
    }
  }

  std::string_view type;
  std::string_view subtype;
  std::string_view uuid;
  std::string_view session_id;
  std::string_view cwd;
  std::string_view timestamp;
  std::string_view operation;
  std::string_view parent;
  std::string_view logical_parent;  // of a boundary, which has no parent: the line before it
  JsonResult content = simdjson::NO_SUCH_FIELD;
  JsonResult message_content = simdjson::NO_SUCH_FIELD;
  JsonResult todos = simdjson::NO_SUCH_FIELD;
  JsonResult attachment = simdjson::NO_SUCH_FIELD;
  JsonResult compact_metadata = simdjson::NO_SUCH_FIELD;
  bool is_copy_of_fork = false;
  bool is_meta = false;
  bool is_compact_summary = false;
  bool is_sidechain = false;
  bool is_api_error = false;
  bool is_from_human = true;

 private:
  // By size first: nearly all of the time that a line costs beyond its parsing would go into
  // comparing its dozen or two member names with those below.
  void take(std::string_view key, const JsonResult& value) {
    switch (key.size()) {
      case 3:
        set(key == "cwd", cwd, value);
        break;
      case 4:
        set(key == "type", type, value);
        set(key == "uuid", uuid, value);
        break;
      case 5:
        set(key == "todos", todos, value);
        break;
      case 6:
        set(key == "isMeta", is_meta, value);
        if (key == "origin") {
          is_from_human = is_human_origin(value);
        }
        break;
      case 7:
        set(key == "subtype", subtype, value);
        set(key == "content", content, value);
        if (key == "message") {
          message_content = value["content"];
        }
        break;
      case 9:
        set(key == "sessionId", session_id, value);
        set(key == "timestamp", timestamp, value);
        set(key == "operation", operation, value);
        break;
      case 10:
        set(key == "session_id", session_id, value);
        set(key == "attachment", attachment, value);
        set(key == "parentUuid", parent, value);
        if (key == "forkedFrom") {
          is_copy_of_fork = true;
        }
        break;
      case 11:
        set(key == "isSidechain", is_sidechain, value);
        break;
      case 15:
        set(key == "compactMetadata", compact_metadata, value);
        break;
      case 16:
        set(key == "compact_metadata", compact_metadata, value);
        set(key == "isCompactSummary", is_compact_summary, value);
        break;
      case 17:
        set(key == "isApiErrorMessage", is_api_error, value);
        set(key == "logicalParentUuid", logical_parent, value);
        break;
      case 20:
        set(key == "microcompactMetadata", compact_metadata, value);
        break;
      default:
        break;
    }
  }

  static void set(bool matches, std::string_view& member, const JsonResult& value) {
    if (matches) {
      member = text_of(value);
    }
  }
  static void set(bool matches, bool& member, const JsonResult& value) {
    if (matches) {
      member = is_true(value);
    }
  }
  static void set(bool matches, JsonResult& member, const JsonResult& value) {
    if (matches) {
      member = value;
    }
  }
};

template <std::size_t kSize>
bool is_one_of(std::string_view name, const std::string_view (&names)[kSize]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// Line types that hold nothing of the conversation. All but `progress` stand outside the uuid tree.
inline bool is_known_type(std::string_view type) {
  static constexpr std::string_view kTypes[] = {"progress",           "file-history-snapshot",
                                                "file-history-delta", "last-prompt",
                                                "custom-title",       "ai-title",
                                                "agent-name",         "mode",
                                                "permission-mode",    "pr-link",
                                                "bridge-session",     "worktree-state",
                                                "relocated"};
  return is_one_of(type, kTypes);
}

// Subtypes of system lines that are no compaction; version 1.0 writes some without a subtype.
inline bool is_known_subtype(std::string_view subtype) {
  static constexpr std::string_view kSubtypes[] = {"",
                                                   "stop_hook_summary",
                                                   "turn_duration",
                                                   "api_error",
                                                   "local_command",
                                                   "away_summary",
                                                   "bridge_status",
                                                   "informational",
                                                   "scheduled_task_fire"};
  return is_one_of(subtype, kSubtypes);
}

// Attachments other than a queued prompt: what the program puts into the context.
inline bool is_known_attachment(std::string_view type) {
  static constexpr std::string_view kTypes[] = {"agent_listing_delta",
                                                "auto_mode",
                                                "command_permissions",
                                                "date_change",
                                                "deferred_tools_delta",
                                                "diagnostics",
                                                "directory",
                                                "edited_text_file",
                                                "file",
                                                "goal_status",
                                                "hook_additional_context",
                                                "hook_cancelled",
                                                "hook_non_blocking_error",
                                                "hook_success",
                                                "hook_system_message",
                                                "mcp_instructions_delta",
                                                "opened_file_in_ide",
                                                "plan_mode",
                                                "plan_mode_exit",
                                                "selected_lines_in_ide",
                                                "skill_listing",
                                                "task_reminder",
                                                "ultra_effort_enter"};
  return is_one_of(type, kTypes);
}

// The program writes these in a user's place.
inline bool is_program_text(std::string_view text) {
  static constexpr std::string_view kHeads[] = {"<command-",        "<local-command",
                                                "<bash-",           "<task-notification",
                                                "<system-reminder", "[Request interrupted"};
  const std::string_view trimmed = trim_text(text);
  return std::any_of(std::begin(kHeads), std::end(kHeads),
                     [&](std::string_view head) { return trimmed.starts_with(head); });
}

inline std::string_view between(std::string_view text, std::string_view open,
                                std::string_view close) {
  const std::size_t from = text.find(open);
  if (from == std::string_view::npos) {
    return {};
  }
  const std::size_t to = text.find(close, from + open.size());
  if (to == std::string_view::npos) {
    return {};
  }
  return trim_text(text.substr(from + open.size(), to - from - open.size()));
}

// What a person typed behind a slash command, as "/name words"; nullopt where the text is no
// command or the command has no words.
inline std::optional<std::string> slash_command(std::string_view text) {
  if (!trim_text(text).starts_with("<command-")) {
    return std::nullopt;
  }
  const std::string_view words = between(text, "<command-args>", "</command-args>");
  if (words.empty()) {
    return std::nullopt;
  }
  const std::string_view name = between(text, "<command-name>", "</command-name>");
  return std::string(name) + (name.empty() ? "" : " ") + std::string(words);
}

// The line's own words and what its metadata say: "Conversation compacted (auto, 167000 tokens)".
inline std::string boundary_text(const ClaudeLine& line) {
  std::string text = joined_text(line.content);
  std::string facts(text_of(line.compact_metadata["trigger"]));
  std::uint64_t tokens = 0;
  if (line.compact_metadata["preTokens"].get(tokens) == simdjson::SUCCESS ||
      line.compact_metadata["pre_tokens"].get(tokens) == simdjson::SUCCESS) {
    facts += (facts.empty() ? "" : ", ") + std::to_string(tokens) + " tokens";
  }
  if (!facts.empty()) {
    text += (text.empty() ? "(" : " (") + facts + ")";
  }
  return text;
}

// All strings of an element, one a line: what an attachment holds has many shapes. Depth is bounded
// by the parser.
inline void append_texts(const simdjson::dom::element& json, std::string& out) {
  simdjson::dom::array items;
  simdjson::dom::object members;
  std::string_view text;
  if (json.get(text) == simdjson::SUCCESS) {
    out.append(out.empty() ? "" : "\n").append(text);
  } else if (json.get(items) == simdjson::SUCCESS) {
    for (const simdjson::dom::element item : items) {
      append_texts(item, out);
    }
  } else if (json.get(members) == simdjson::SUCCESS) {
    for (const auto& member : members) {
      append_texts(member.value, out);
    }
  }
}

// Codex lines have a payload, and pi's entries neither a uuid nor a session id.
inline bool looks_like_claude_code(const simdjson::dom::object& json) {
  const std::string_view type = text_member(json, "type");
  if (type.empty() || json["payload"].error() == simdjson::SUCCESS) {
    return false;
  }
  const bool has_session =
      !text_member(json, "sessionId").empty() || !text_member(json, "session_id").empty();
  if (!text_member(json, "uuid").empty()) {
    return has_session || json["parentUuid"].error() == simdjson::SUCCESS;
  }
  if (type == "summary") {
    return !text_member(json, "leafUuid").empty();
  }
  if (type == "file-history-snapshot") {
    return !text_member(json, "messageId").empty();
  }
  return has_session && (type == "queue-operation" || is_known_type(type));
}

}  // namespace holdfast::sessions
