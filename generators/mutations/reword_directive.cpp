// A directive of the user has other words.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy reword_directive() {
  return {.summary = "A directive of the user has other words.",
          .invariant = "directive",
          .codes = {"directive_reworded"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.directives, random);
            if (!index) {
              return std::nullopt;
            }
            const std::string& text = document.directives[*index].text;
            return change_of(replace_at(member_pointer("directives", *index, "text"),
                                        other_text(TextKind::kProhibition, text, random)));
          }};
}

}  // namespace holdfast::mutations
