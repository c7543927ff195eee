// The result holds a completion check that the record does not.
#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule completionChecks_invented() {
  return {.summary = "The result holds a completion check that the record does not.",
          .check_pair = [](const Pair& pair, Report& report) {
            report_invented(pair, "completionChecks", report);
          }};
}

}  // namespace holdfast::rules
