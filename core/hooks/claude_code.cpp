// Claude Code: PreCompact, PostCompact, SessionStart, InstructionsLoaded, UserPromptSubmit,
// PreToolUse.
//
// A context longer than 10,000 characters is cut by the runtime, which counts as JavaScript does.
// The output of PostCompact and InstructionsLoaded is thrown away, and for some versions it is an
// error to write any; text that PreCompact writes may end up in the summariser's orders. So only
// SessionStart and PreToolUse are answered.
#include "core/hooks/hook_forms.h"

namespace holdfast::hooks {
namespace {

HookEvent read(const Value& payload) {
  HookEvent event = event_of(payload, {{"PreCompact", HookEventKind::kBeforeCompaction},
                                       {"PostCompact", HookEventKind::kAfterCompaction},
                                       {"SessionStart", HookEventKind::kSessionStart},
                                       {"InstructionsLoaded", HookEventKind::kInstructionsLoaded},
                                       {"UserPromptSubmit", HookEventKind::kPrompt},
                                       {"PreToolUse", HookEventKind::kToolCall}});
  const std::string reason = hook_text(payload, "load_reason");
  event.reloaded = event.kind == HookEventKind::kInstructionsLoaded &&
                   (reason == "compact" || reason == "session_start");
  event.prompt_id = hook_text(payload, "prompt_id");
  event.prompt = hook_text(payload, "prompt");
  event.tool = hook_text(payload, "tool_name");
  for (std::size_t i = 0; i < payload.names().size(); ++i) {
    if (payload.names()[i] == "tool_input") {
      event.tool_input = payload.items()[i];
    }
  }
  return event;
}

std::string write(const HookEvent& event, const HookReply& reply) {
  if (event.kind == HookEventKind::kToolCall && !reply.deny_reason.empty()) {
    return write_compact_json(
        Value::object({{"hookSpecificOutput",
                        Value::object({{"hookEventName", event.name},
                                       {"permissionDecision", "deny"},
                                       {"permissionDecisionReason", reply.deny_reason}})}}));
  }
  return event.kind == HookEventKind::kSessionStart && !reply.context.empty()
             ? context_output(event, reply.context)
             : "";
}

}  // namespace

HookRuntime claude_code() {
  return {.summary = "Claude Code's hooks (settings.json).",
          .gates = true,
          .context_units_max = 10'000,
          .read = read,
          .write = write};
}

}  // namespace holdfast::hooks
