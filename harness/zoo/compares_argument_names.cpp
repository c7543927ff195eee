// The members of the arguments are compared, their values are not.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault compares_argument_names() {
  return {.summary = "Arguments with the same members are the same.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"nextExactAction"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            Value& arguments = after.next_exact_action.arguments;
            const Value& known = before.next_exact_action.arguments;
            if (arguments.names() == known.names() && arguments.kind() == known.kind()) {
              arguments = known;
            }
          })};
}

}  // namespace holdfast::zoo
