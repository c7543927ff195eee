// A completed phase of the record is not in the result, or not in these words.
#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule completedPhases_dropped() {
  return {.summary = "A completed phase of the record is not in the result, or not in these words.",
          .check_pair = [](const Pair& pair, Report& report) {
            report_dropped(pair, "completedPhases", report);
          }};
}

}  // namespace holdfast::rules
