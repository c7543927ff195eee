// Codex: PreCompact, PostCompact, SessionStart. Neither of the first two can stop a compaction, and
// broken output is a failed hook, so they are not answered.
#include "core/hooks/hook_forms.h"

namespace holdfast::hooks {
namespace {

HookEvent read(const Value& payload) {
  return event_of(payload, {{"PreCompact", HookEventKind::kBeforeCompaction},
                            {"PostCompact", HookEventKind::kAfterCompaction},
                            {"SessionStart", HookEventKind::kSessionStart}});
}

std::string write(const HookEvent& event, const HookReply& reply) {
  return event.kind == HookEventKind::kSessionStart && !reply.context.empty()
             ? context_output(event, reply.context)
             : "";
}

}  // namespace

HookRuntime codex() {
  return {.summary = "Codex's hooks (hooks.json).",
          .gates = false,
          .context_units_max = 10'000,
          .read = read,
          .write = write};
}

}  // namespace holdfast::hooks
