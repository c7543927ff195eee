#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule decision_invented() {
  return {.summary = "The result holds a decision that the record does not.",
          .check_pair = [](const Pair& pair, Report& report) {
            if (pair.before.decisions != pair.after.decisions) {
              report_ids_invented(names_of(pair.before.decisions, &DecisionRecord::name),
                                  names_of(pair.after.decisions, &DecisionRecord::name),
                                  "decisions", report);
            }
          }};
}

}  // namespace holdfast::rules
