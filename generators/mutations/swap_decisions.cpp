// Two decisions exchange what was decided. Every digest is still there, so a verifier that looks
// them up in the whole text sees nothing.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy swap_decisions() {
  return {.summary = "Two decisions exchange what was decided.",
          .invariant = "decision",
          .codes = {"decision_conflicting"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::vector<DecisionRecord>& decisions = document.decisions;
            if (decisions.size() < 2) {
              return std::nullopt;
            }
            const std::size_t first = random.below(decisions.size() - 1);
            const std::size_t second = random.between(first + 1, decisions.size() - 1);
            if (decisions[first].digest == decisions[second].digest) {
              return std::nullopt;
            }
            return change_of(
                replace_at(decision_pointer(decisions[first], "digest"), decisions[second].digest),
                replace_at(decision_pointer(decisions[second], "digest"), decisions[first].digest));
          }};
}

}  // namespace holdfast::mutations
