// A closed directive is active again: the run would do once more what was done or called off.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy reopen_directive() {
  return {.summary = "A closed directive is active again.",
          .invariant = "directive",
          .codes = {"directive_reopened"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index =
                any_where(document.directives, random, [](const Directive& directive) {
                  return directive.state != DirectiveState::kActive;
                });
            if (!index) {
              return std::nullopt;
            }
            return change_of(replace_at(member_pointer("directives", *index, "state"), "active"));
          }};
}

}  // namespace holdfast::mutations
