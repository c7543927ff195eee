// A decision was looked up again, later, and is the same.
#include "generators/strategy_tools.h"

namespace holdfast::controls {

Control later_observed_at() {
  return {.summary = "A decision was looked up again, later, and is the same.",
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.decisions, random);
            if (!index) {
              return std::nullopt;
            }
            const DecisionRecord& decision = document.decisions[*index];
            const int years = static_cast<int>(random.between(1, 3));
            const auto later = shift_years(decision.observed_at, years);
            if (!later) {
              return std::nullopt;
            }
            return change_of(replace_at(decision_pointer(decision, "observedAt"), *later));
          }};
}

}  // namespace holdfast::controls
