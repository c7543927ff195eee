// Phases are compared as a set.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault ignores_phase_order() {
  return {.summary = "Completed phases may stand in any order.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completedPhases"},
          .judge = blind_to({"phases_reordered"})};
}

}  // namespace holdfast::zoo
