// The way back has other words.
#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule rollback_changed() {
  return {.summary = "The way back has other words.",
          .check_pair = [](const Pair& pair, Report& report) {
            report_changed(pair.before.rollback, pair.after.rollback, "rollback", {}, report);
          }};
}

}  // namespace holdfast::rules
