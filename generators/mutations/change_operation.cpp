// The next operation is another one on the same target.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_operation() {
  return {
      .summary = "The next operation is another one on the same target.",
      .invariant = "action",
      .codes = {"next_action_changed"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        if (!is_v2(document)) {
          return std::nullopt;
        }
        return change_of(replace_at("/nextExactAction/operation",
                                    other_operation(document.next_exact_action.operation, random)));
      }};
}

}  // namespace holdfast::mutations
