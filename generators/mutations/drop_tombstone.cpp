// A closed directive is forgotten. Its tombstone says that the matter is closed; without it an old
// entry opens it again.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy drop_tombstone() {
  return {.summary = "A closed directive is forgotten.",
          .invariant = "directive",
          .codes = {"directive_dropped"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index =
                any_where(document.directives, random, [](const Directive& directive) {
                  return directive.state != DirectiveState::kActive;
                });
            if (!index) {
              return std::nullopt;
            }
            return change_of(remove_at(item_pointer("directives", *index)));
          }};
}

}  // namespace holdfast::mutations
