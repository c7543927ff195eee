// The operation is compared; on what it works is not.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_action_target() {
  return {.summary = "The target of the next action is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"nextExactAction"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            after.next_exact_action.target = before.next_exact_action.target;
          })};
}

}  // namespace holdfast::zoo
