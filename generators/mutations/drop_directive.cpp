// A directive of the user is not carried over.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy drop_directive() {
  return {.summary = "A directive of the user is not carried over.",
          .invariant = "directive",
          .codes = {"directive_dropped"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.directives, random);
            if (!index) {
              return std::nullopt;
            }
            return change_of(remove_at(item_pointer("directives", *index)));
          }};
}

}  // namespace holdfast::mutations
