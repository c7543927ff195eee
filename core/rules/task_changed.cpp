// The task is another one.
#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule task_changed() {
  return {.summary = "The task is another one.",
          .check_pair = [](const Pair& pair, Report& report) {
            report_changed(pair.before.task_id, pair.after.task_id, "taskId", {}, report);
          }};
}

}  // namespace holdfast::rules
