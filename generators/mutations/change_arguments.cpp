// The next operation has other arguments.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_arguments() {
  return {.summary = "The next operation has other arguments.",
          .invariant = "action",
          .codes = {"next_action_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            const Value& old = document.next_exact_action.arguments;
            if (old.is_null()) {
              return change_of(
                  add_at("/nextExactAction/arguments",
                         random.chance(1, 3) ? Value::object() : Value::object({{"force", true}})));
            }
            if (random.chance(1, 4)) {
              return change_of(remove_at("/nextExactAction/arguments"));
            }
            if (old.size() > 0 && random.chance(1, 2)) {
              const std::size_t index = random.below(old.size());
              const std::string pointer =
                  "/nextExactAction/arguments/" + escape_pointer_token(old.names()[index]);
              return change_of(
                  random.chance(1, 2)
                      ? remove_at(pointer)
                      : replace_at(pointer, old.items()[index].is_null() ? Value(1) : Value()));
            }
            std::string name = "force";
            while (old.find(name) != nullptr) {
              name += '2';
            }
            return change_of(add_at("/nextExactAction/arguments/" + name, true));
          }};
}

}  // namespace holdfast::mutations
