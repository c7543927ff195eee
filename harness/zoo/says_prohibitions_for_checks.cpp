// One routine reports for every list.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_prohibitions_for_checks() {
  return {.summary = "Lost completion checks are reported as lost prohibitions.",
          .kind = FaultKind::kWrongReason,
          .versions = kBothVersions,
          .fields = {"completionChecks"},
          .judge = saying("prohibitions_dropped", "completionChecks_dropped")};
}

}  // namespace holdfast::zoo
