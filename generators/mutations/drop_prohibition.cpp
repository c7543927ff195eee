// A prohibition is not carried over.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy drop_prohibition() {
  return {.summary = "A prohibition is not carried over.",
          .invariant = "prohibition",
          .codes = {"prohibitions_dropped"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return drop_any(document, "prohibitions", random);
          }};
}

}  // namespace holdfast::mutations
