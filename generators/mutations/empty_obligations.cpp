// A directive obliges to nothing.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy empty_obligations() {
  return {.summary = "A directive obliges to nothing.",
          .invariant = "directive",
          .codes = {"invalid_list"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.directives, random);
            if (!index) {
              return std::nullopt;
            }
            return change_of(
                replace_at(member_pointer("directives", *index, "obligations"), Value::array()));
          }};
}

}  // namespace holdfast::mutations
