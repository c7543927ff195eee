// Gemini CLI: PreCompress. There is no event after a compression, so its boundary is crossed by
// hand (holdfast continuity snapshot --side after); nothing is answered.
#include "core/hooks/hook_forms.h"

namespace holdfast::hooks {
namespace {

HookEvent read(const Value& payload) {
  return event_of(payload, {{"PreCompress", HookEventKind::kBeforeCompaction}});
}

std::string write(const HookEvent& /*event*/, const HookReply& /*reply*/) { return ""; }

}  // namespace

HookRuntime gemini_cli() {
  return {.summary = "Gemini CLI's hooks (settings.json).",
          .gates = false,
          .context_units_max = 0,
          .read = read,
          .write = write};
}

}  // namespace holdfast::hooks
