// A completion check is not carried over.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy drop_completion_check() {
  return {.summary = "A completion check is not carried over.",
          .invariant = "completion_check",
          .codes = {"completionChecks_dropped"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return drop_any(document, "completionChecks", random);
          }};
}

}  // namespace holdfast::mutations
