// A directive of the user is replaced by a text that looks the same to a reader.
#include "generators/lookalike.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy lookalike_directive() {
  return {.summary = "A directive of the user is replaced by a text that looks the same.",
          .invariant = "directive",
          .codes = {"directive_reworded"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.directives, random);
            if (!index) {
              return std::nullopt;
            }
            return change_of(replace_at(member_pointer("directives", *index, "text"),
                                        lookalike(document.directives[*index].text, random)));
          }};
}

}  // namespace holdfast::mutations
