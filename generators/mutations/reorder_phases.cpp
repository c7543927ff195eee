// Two completed phases change places. Phases are ordered: a verifier that sorts them sees nothing.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy reorder_phases() {
  return {.summary = "Two completed phases change places.",
          .invariant = "phase",
          .codes = {"phases_reordered"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::vector<std::string>& phases = document.completed_phases;
            if (phases.size() < 2) {
              return std::nullopt;
            }
            const std::size_t first = random.below(phases.size() - 1);
            const std::size_t second = random.between(first + 1, phases.size() - 1);
            return change_of(replace_at(item_pointer("completedPhases", first), phases[second]),
                             replace_at(item_pointer("completedPhases", second), phases[first]));
          }};
}

}  // namespace holdfast::mutations
