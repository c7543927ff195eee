// The target is compared; what is done to it is not.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_action_operation() {
  return {.summary = "The operation of the next action is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"nextExactAction"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            after.next_exact_action.operation = before.next_exact_action.operation;
          })};
}

}  // namespace holdfast::zoo
