// The objective has other words.
#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule objective_changed() {
  return {.summary = "The objective has other words.",
          .check_pair = [](const Pair& pair, Report& report) {
            report_changed(pair.before.objective, pair.after.objective, "objective", {}, report);
          }};
}

}  // namespace holdfast::rules
