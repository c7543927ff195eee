// Work was done: a phase is finished, a check is green. A directive counts as over for it, and the
// ledger says nothing of the kind.
#include "generators/ledger_for.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy close_by_progress() {
  return {
      .summary = "A directive counts as closed because work was done.",
      .invariant = "directive",
      .codes = {"directive_closed_without_event"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        const auto index = any_of(document.directives, random);
        if (!index) {
          return std::nullopt;
        }
        const DirectiveState state = document.directives[*index].state == DirectiveState::kWithdrawn
                                         ? DirectiveState::kReplaced
                                         : DirectiveState::kWithdrawn;
        Change change =
            change_of(replace_at(member_pointer("directives", *index, "state"), to_text(state)));
        Value evidence = evidence_for(document);
        static constexpr std::string_view kPhases[] = {"Every check is green.",
                                                       "The sub-task is finished.",
                                                       "The assistant said that all is done."};
        const std::string_view phase = random.pick(kPhases);
        evidence.set(
            "progress",
            Value::array({Value::object({{"kind", "phase_completed"}, {"phase", phase}})}));
        change.evidence = std::move(evidence);
        return change;
      }};
}

}  // namespace holdfast::mutations
