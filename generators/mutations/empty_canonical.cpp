// No source of truth is left, so that nothing can have changed.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy empty_canonical() {
  return {.summary = "No source of truth is left.",
          .invariant = "canonical",
          .codes = {"invalid_list"},
          .make = [](const Manifest& document, Random& /*random*/) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            return change_of(replace_at("/canonical", Value::array()));
          }};
}

}  // namespace holdfast::mutations
