// Nothing came: no bytes at all, or null.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy nothing() {
  return {.summary = "Nothing came: no bytes at all, or null.",
          .invariant = "document",
          .codes = {"after_missing"},
          .make = [](const Manifest& /*document*/, Random& random) -> std::optional<Change> {
            return change_of_raw(random.chance(1, 2) ? "" : "null");
          }};
}

}  // namespace holdfast::mutations
