// A directive counts as fulfilled, and one of its obligations is open.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy fulfilled_with_open_obligation() {
  return {.summary = "A directive counts as fulfilled, and one of its obligations is open.",
          .invariant = "directive",
          .codes = {"invalid_value"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.directives, random);
            if (!index) {
              return std::nullopt;
            }
            const Directive& directive = document.directives[*index];
            if (directive.state == DirectiveState::kFulfilled) {
              const std::size_t obligation = random.below(directive.obligations.size());
              return change_of(replace_at(obligation_pointer(*index, obligation, "state"), "open"));
            }
            Change change =
                change_of(replace_at(member_pointer("directives", *index, "state"), "fulfilled"));
            if (!any_where(directive.obligations, random,
                           [](const Obligation& one) { return !one.fulfilled; })) {
              change.edits.push_back(replace_at(obligation_pointer(*index, 0, "state"), "open"));
            }
            return change;
          }};
}

}  // namespace holdfast::mutations
