// The next action is a list of operations: of several, or of one, which is as wrong.
#include <utility>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy list_of_actions() {
  return {.summary = "The next action is a list of operations.",
          .invariant = "action",
          .codes = {"next_action_not_exact_one"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            const NextAction& action = document.next_exact_action;
            const Value whole = to_value(document);
            Value list = Value::array({*whole.find("nextExactAction")});
            for (std::uint64_t more = random.below(3); more > 0; --more) {
              const std::string operation = other_operation(action.operation, random);
              list.append(
                  Value::object({{"operation", operation},
                                 {"target", other_text(TextKind::kPath, action.target, random)}}));
            }
            return change_of(replace_at("/nextExactAction", std::move(list)));
          }};
}

}  // namespace holdfast::mutations
