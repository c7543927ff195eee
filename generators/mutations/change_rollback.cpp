// The way back is another one.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_rollback() {
  return {.summary = "The way back is another one.",
          .invariant = "rollback",
          .codes = {"rollback_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return change_of(replace_at(
                "/rollback", other_text(TextKind::kRollback, document.rollback, random)));
          }};
}

}  // namespace holdfast::mutations
