// Progress is thought to be safe, because summaries keep it.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_phases() {
  return {.summary = "Completed phases are never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completedPhases"},
          .judge = forgetting(&Manifest::completed_phases)};
}

}  // namespace holdfast::zoo
