// A decision is said to have been looked up at an earlier time.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy move_observed_at_back() {
  return {.summary = "A decision is said to have been looked up at an earlier time.",
          .invariant = "decision",
          .codes = {"evidence_older"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.decisions, random);
            if (!index) {
              return std::nullopt;
            }
            const DecisionRecord& decision = document.decisions[*index];
            const int years = static_cast<int>(random.between(1, 3));
            const auto earlier = shift_years(decision.observed_at, -years);
            if (!earlier) {
              return std::nullopt;
            }
            return change_of(replace_at(decision_pointer(decision, "observedAt"), *earlier));
          }};
}

}  // namespace holdfast::mutations
