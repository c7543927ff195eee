// A directive is said to come from an entry with other bytes.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_directive_source_digest() {
  return {.summary = "A directive is said to come from an entry with other bytes.",
          .invariant = "directive",
          .codes = {"directive_source_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.directives, random);
            if (!index) {
              return std::nullopt;
            }
            return change_of(replace_at(member_pointer("directives", *index, "sourceSha256"),
                                        new_digest(random)));
          }};
}

}  // namespace holdfast::mutations
