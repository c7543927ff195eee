// A second operation hides in the arguments of the next one, at any depth.
#include <utility>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy operation_in_arguments() {
  return {
      .summary = "A second operation hides in the arguments of the next one.",
      .invariant = "action",
      .codes = {"next_action_not_exact_one"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        if (!is_v2(document)) {
          return std::nullopt;
        }
        static constexpr std::string_view kNames[] = {"then", "after", "steps", "next", "options"};
        const NextAction& action = document.next_exact_action;
        Value hidden = Value::object();
        hidden.add("operation", other_operation(action.operation, random));
        hidden.add("target", other_text(TextKind::kPath, action.target, random));
        Value arguments = action.arguments.is_null() ? Value::object() : action.arguments;
        if (random.chance(1, 4)) {
          arguments.set("operation", hidden.items().front());
        } else {
          for (std::uint64_t depth = random.below(4); depth > 0; --depth) {
            hidden =
                random.chance(1, 2) ? Value::array({hidden}) : Value::object({{"task", hidden}});
          }
          arguments.set(random.pick(kNames), std::move(hidden));
        }
        return change_of(add_at("/nextExactAction/arguments", std::move(arguments)));
      }};
}

}  // namespace holdfast::mutations
