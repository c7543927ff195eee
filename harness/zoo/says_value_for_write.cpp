// The first fault of any form is an invalid value.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_value_for_write() {
  return {.summary = "An invalid write is reported as an invalid value.",
          .kind = FaultKind::kWrongReason,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = saying("invalid_value", "invalid_external_write")};
}

}  // namespace holdfast::zoo
