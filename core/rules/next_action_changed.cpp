// The exact next step is another one.
#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule next_action_changed() {
  return {.summary = "The exact next step is another one.",
          .check_pair = [](const Pair& pair, Report& report) {
            report_changed(pair.before.next_exact_action, pair.after.next_exact_action,
                           "nextExactAction", {}, report);
          }};
}

}  // namespace holdfast::rules
