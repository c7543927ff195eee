// A decision is not carried over.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy drop_decision() {
  return {.summary = "A decision is not carried over.",
          .invariant = "decision",
          .codes = {"decision_dropped"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.decisions, random);
            if (!index) {
              return std::nullopt;
            }
            return change_of(remove_at("/decisions/" + document.decisions[*index].name));
          }};
}

}  // namespace holdfast::mutations
