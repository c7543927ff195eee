// A sequence that does not fit is reported as a loss.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_dropped_for_reordered() {
  return {.summary = "Reordered phases are reported as dropped.",
          .kind = FaultKind::kWrongReason,
          .versions = kBothVersions,
          .fields = {"completedPhases"},
          .judge = saying("completedPhases_dropped", "phases_reordered")};
}

}  // namespace holdfast::zoo
