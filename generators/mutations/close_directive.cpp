// A directive counts as replaced or withdrawn, and nobody did so.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy close_directive() {
  return {
      .summary = "A directive counts as replaced or withdrawn, and nobody did so.",
      .invariant = "directive",
      .codes = {"directive_closed_without_event"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        const auto index = any_of(document.directives, random);
        if (!index) {
          return std::nullopt;
        }
        const DirectiveState old = document.directives[*index].state;
        DirectiveState state =
            random.chance(1, 2) ? DirectiveState::kReplaced : DirectiveState::kWithdrawn;
        if (state == old) {
          state = old == DirectiveState::kReplaced ? DirectiveState::kWithdrawn
                                                   : DirectiveState::kReplaced;
        }
        return change_of(replace_at(member_pointer("directives", *index, "state"), to_text(state)));
      }};
}

}  // namespace holdfast::mutations
