// The last completed phase is open again.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy step_phase_back() {
  return {.summary = "The last completed phase is open again.",
          .invariant = "phase",
          .codes = {"completedPhases_dropped"},
          .make = [](const Manifest& document, Random& /*random*/) -> std::optional<Change> {
            if (document.completed_phases.empty()) {
              return std::nullopt;
            }
            return change_of(
                remove_at(item_pointer("completedPhases", document.completed_phases.size() - 1)));
          }};
}

}  // namespace holdfast::mutations
