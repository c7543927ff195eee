// A phase is said to be completed that never was.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy invent_phase() {
  return {.summary = "A phase is said to be completed that never was.",
          .invariant = "phase",
          .codes = {"completedPhases_invented"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return invent_item(document, "completedPhases", TextKind::kPhase, random);
          }};
}

}  // namespace holdfast::mutations
