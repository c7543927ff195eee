// All completion checks are gone, so that anything counts as done.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy empty_completion_checks() {
  return {.summary = "All completion checks are gone, so that anything counts as done.",
          .invariant = "completion_check",
          .codes = {"completionChecks_dropped"},
          .make = [](const Manifest& document, Random& /*random*/) -> std::optional<Change> {
            if (document.completion_checks.empty()) {
              return std::nullopt;
            }
            return change_of(replace_at("/completionChecks", Value::array()));
          }};
}

}  // namespace holdfast::mutations
