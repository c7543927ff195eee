// A directive counts as fulfilled, with every obligation, before it was.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy fulfil_directive_early() {
  return {
      .summary = "A directive counts as fulfilled before it was.",
      .invariant = "directive",
      .codes = {"directive_closed_without_event", "obligation_changed"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        const auto index = any_where(document.directives, random, [](const Directive& directive) {
          return directive.state != DirectiveState::kFulfilled;
        });
        if (!index) {
          return std::nullopt;
        }
        Change change =
            change_of(replace_at(member_pointer("directives", *index, "state"), "fulfilled"));
        const std::vector<Obligation>& obligations = document.directives[*index].obligations;
        for (std::size_t i = 0; i < obligations.size(); ++i) {
          if (!obligations[i].fulfilled) {
            change.edits.push_back(replace_at(obligation_pointer(*index, i, "state"), "fulfilled"));
          }
        }
        return change;
      }};
}

}  // namespace holdfast::mutations
