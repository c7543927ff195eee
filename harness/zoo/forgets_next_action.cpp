// Only that there is one next action counts, not which.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_next_action() {
  return {.summary = "The next action is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"nextExactAction"},
          .judge = forgetting(&Manifest::next_exact_action)};
}

}  // namespace holdfast::zoo
