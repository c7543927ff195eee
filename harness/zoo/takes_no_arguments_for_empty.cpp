// An absent member and an empty object are one to it.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault takes_no_arguments_for_empty() {
  return {.summary = "Absent and empty arguments are the same.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"nextExactAction"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Manifest* manifest : {&before, &after}) {
              if (manifest->next_exact_action.arguments.size() == 0) {
                manifest->next_exact_action.arguments = Value();
              }
            }
          })};
}

}  // namespace holdfast::zoo
