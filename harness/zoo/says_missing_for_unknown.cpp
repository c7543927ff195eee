// A member too many is reported as a member too few.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_missing_for_unknown() {
  return {.summary = "An unknown member is reported as a missing one.",
          .kind = FaultKind::kWrongReason,
          .versions = kBothVersions,
          .fields = {},
          .judge = saying("required_missing", "unknown_field")};
}

}  // namespace holdfast::zoo
