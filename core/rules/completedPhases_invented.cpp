// The result holds a completed phase that the record does not.
#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule completedPhases_invented() {
  return {.summary = "The result holds a completed phase that the record does not.",
          .check_pair = [](const Pair& pair, Report& report) {
            report_invented(pair, "completedPhases", report);
          }};
}

}  // namespace holdfast::rules
