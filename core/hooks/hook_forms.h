// The forms that the runtimes share. Claude Code made them, and others took them over.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/hook.h"
#include "core/json.h"

namespace holdfast::hooks {

// The members that every payload has, and the kind by the event's name.
inline HookEvent event_of(const Value& payload,
                          std::initializer_list<std::pair<std::string_view, HookEventKind>> kinds) {
  HookEvent event;
  event.name = hook_text(payload, "hook_event_name");
  event.session_id = hook_text(payload, "session_id");
  event.working_directory = hook_text(payload, "cwd");
  for (const auto& [name, kind] : kinds) {
    event.kind = event.name == name ? kind : event.kind;
  }
  event.after_compaction =
      event.kind == HookEventKind::kSessionStart && hook_text(payload, "source") == "compact";
  return event;
}

// {"hookSpecificOutput":{"hookEventName":…,"additionalContext":…}}
inline std::string context_output(const HookEvent& event, const std::string& context) {
  return write_compact_json(Value::object(
      {{"hookSpecificOutput",
        Value::object({{"hookEventName", event.name}, {"additionalContext", context}})}}));
}

}  // namespace holdfast::hooks
