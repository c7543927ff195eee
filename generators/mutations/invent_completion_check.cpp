// A completion check appears that nobody asked for.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy invent_completion_check() {
  return {.summary = "A completion check appears that nobody asked for.",
          .invariant = "completion_check",
          .codes = {"completionChecks_invented"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return invent_item(document, "completionChecks", TextKind::kCompletionCheck, random);
          }};
}

}  // namespace holdfast::mutations
