// More is done than was done; inclusion looks for losses only.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault subset_of_phases() {
  return {.summary = "Completed phases may be invented.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completedPhases"},
          .judge = blind_to({"completedPhases_invented"})};
}

}  // namespace holdfast::zoo
