// The result holds a prohibition that the record does not.
#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule prohibitions_invented() {
  return {.summary = "The result holds a prohibition that the record does not.",
          .check_pair = [](const Pair& pair, Report& report) {
            report_invented(pair, "prohibitions", report);
          }};
}

}  // namespace holdfast::rules
