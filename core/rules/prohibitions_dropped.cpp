// A prohibition of the record is not in the result, or not in these words.
#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule prohibitions_dropped() {
  return {.summary = "A prohibition of the record is not in the result, or not in these words.",
          .check_pair = [](const Pair& pair, Report& report) {
            report_dropped(pair, "prohibitions", report);
          }};
}

}  // namespace holdfast::rules
