// A used approval that does not fit is reported as a loss.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_dropped_for_changed_authority() {
  return {.summary = "A changed approval is reported as dropped.",
          .kind = FaultKind::kWrongReason,
          .versions = kV2Only,
          .fields = {"consumedAuthorities"},
          .judge = saying("consumedAuthorities_dropped", "authority_changed")};
}

}  // namespace holdfast::zoo
