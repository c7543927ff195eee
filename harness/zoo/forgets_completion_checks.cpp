// What done means is read once, at the start.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_completion_checks() {
  return {.summary = "Completion checks are never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completionChecks"},
          .judge = forgetting(&Manifest::completion_checks)};
}

}  // namespace holdfast::zoo
