// A decision that is gone is reported as another one.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_conflicting_for_dropped() {
  return {.summary = "A dropped decision is reported as conflicting.",
          .kind = FaultKind::kWrongReason,
          .versions = kV2Only,
          .fields = {"decisions"},
          .judge = saying("decision_conflicting", "decision_dropped")};
}

}  // namespace holdfast::zoo
