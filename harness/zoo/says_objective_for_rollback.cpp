// Two messages were exchanged.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_objective_for_rollback() {
  return {.summary = "A changed way back is reported as a changed objective.",
          .kind = FaultKind::kWrongReason,
          .versions = kBothVersions,
          .fields = {"rollback", "objective"},
          .judge = saying("objective_changed", "rollback_changed")};
}

}  // namespace holdfast::zoo
