// The operation and its target are compared; how it is to be run is not.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_action_arguments() {
  return {.summary = "The arguments of the next action are never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"nextExactAction"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            after.next_exact_action.arguments = before.next_exact_action.arguments;
          })};
}

}  // namespace holdfast::zoo
