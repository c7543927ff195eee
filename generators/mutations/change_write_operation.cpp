// An effect is said to come from another operation.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_write_operation() {
  return {.summary = "An effect is said to come from another operation.",
          .invariant = "external_write",
          .codes = {"external_write_dropped_or_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (document.external_writes.empty()) {
              return std::nullopt;
            }
            const std::size_t index = random.below(document.external_writes.size());
            const std::string& operation = document.external_writes[index].operation;
            return change_of(replace_at(write_pointer(index, "operation"),
                                        new_write_operation(document, operation, random)));
          }};
}

}  // namespace holdfast::mutations
