// Two writes claim one effect.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy duplicate_effect_id() {
  return {
      .summary = "Two writes claim one effect.",
      .invariant = "external_write",
      .codes = {"invalid_external_write", "invalid_list"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        if (document.external_writes.empty()) {
          return std::nullopt;
        }
        const ExternalWrite& write = random.pick(document.external_writes);
        const std::string operation = random.chance(1, 2)
                                          ? write.operation
                                          : new_write_operation(document, write.operation, random);
        const WriteStatus status =
            random.chance(1, 2) ? WriteStatus::kConfirmed : WriteStatus::kUnknown;
        return change_of(add_at("/externalWrites/-",
                                new_write(document, operation, write.effect_id, status, random)));
      }};
}

}  // namespace holdfast::mutations
