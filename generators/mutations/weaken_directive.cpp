// A directive of the user is put more softly, or with a way out, as a friendly summary would.
#include "generators/strategy_tools.h"
#include "generators/weaken.h"

namespace holdfast::mutations {

Strategy weaken_directive() {
  return {.summary = "A directive of the user is put more softly, or with a way out.",
          .invariant = "directive",
          .codes = {"directive_reworded"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.directives, random);
            if (!index) {
              return std::nullopt;
            }
            return change_of(replace_at(member_pointer("directives", *index, "text"),
                                        weakened(document.directives[*index].text, random)));
          }};
}

}  // namespace holdfast::mutations
