// A list of one action is taken for the action.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault unwraps_single_actions() {
  return {.summary = "A next action inside a list is let through.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"nextExactAction"},
          .judge = misreading([](Value& after) {
            Value* action = after.find("nextExactAction");
            if (action != nullptr && action->is_array() && action->size() > 0) {
              *action = Value(action->items().front());
            }
          })};
}

}  // namespace holdfast::zoo
