#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule decision_dropped() {
  return {.summary = "A decision of the record is not in the result.",
          .check_pair = [](const Pair& pair, Report& report) {
            if (pair.before.decisions != pair.after.decisions) {
              report_ids_dropped(names_of(pair.before.decisions, &DecisionRecord::name),
                                 names_of(pair.after.decisions, &DecisionRecord::name), "decisions",
                                 report);
            }
          }};
}

}  // namespace holdfast::rules
