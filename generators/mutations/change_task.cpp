// The work is filed under another task.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_task() {
  return {.summary = "The work is filed under another task.",
          .invariant = "task",
          .codes = {"task_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (is_v2(document)) {
              return change_of(replace_at("/taskId", new_id(random)));
            }
            return change_of(
                replace_at("/taskId", other_text(TextKind::kTaskId, document.task_id, random)));
          }};
}

}  // namespace holdfast::mutations
