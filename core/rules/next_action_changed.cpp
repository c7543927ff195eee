#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule next_action_changed() {
  return {.summary = "The exact next step is another one.",
          .check_pair = [](const Pair& pair, Report& report) {
            const NextAction& before = pair.before.next_exact_action;
            const NextAction& after = pair.after.next_exact_action;
            if (before == after) {
              return;
            }
            if (pair.after.version == Version::kV1) {
              report_changed(before.text, after.text, "nextExactAction", {}, report);
              return;
            }
            report_changed(before.operation, after.operation, "nextExactAction",
                           "/nextExactAction/operation", report);
            report_changed(before.target, after.target, "nextExactAction",
                           "/nextExactAction/target", report);
            if (!(before.arguments == after.arguments)) {
              report.add("nextExactAction", "/nextExactAction/arguments");
            }
          }};
}

}  // namespace holdfast::rules
