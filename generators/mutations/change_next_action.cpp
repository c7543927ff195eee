// The next step is another one, and still a single one.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_next_action() {
  return {
      .summary = "The next step is another one, and still a single one.",
      .invariant = "action",
      .codes = {"next_action_changed"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        if (is_v2(document)) {
          const NextAction& action = document.next_exact_action;
          const std::string operation = other_operation(action.operation, random);
          const std::string target = other_text(TextKind::kPath, action.target, random);
          return change_of(replace_at(
              "/nextExactAction", Value::object({{"operation", operation}, {"target", target}})));
        }
        return change_of(
            replace_at("/nextExactAction",
                       other_text(TextKind::kAction, document.next_exact_action.text, random)));
      }};
}

}  // namespace holdfast::mutations
