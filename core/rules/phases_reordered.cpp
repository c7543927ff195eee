#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule phases_reordered() {
  return {.summary = "Phases that both sides hold stand in another order.",
          .check_pair = [](const Pair& pair, Report& report) {
            const auto index = first_reordered(names_of(pair.before.completed_phases),
                                               names_of(pair.after.completed_phases));
            if (index) {
              report.add("completedPhases", "/completedPhases/" + std::to_string(*index));
            }
          }};
}

}  // namespace holdfast::rules
