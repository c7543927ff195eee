// A document that did not come is reported as one that cannot be read.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_json_for_missing() {
  return {.summary = "Nothing at all is reported as bad JSON.",
          .kind = FaultKind::kWrongReason,
          .versions = kBothVersions,
          .fields = {},
          .judge = saying("invalid_json", "after_missing")};
}

}  // namespace holdfast::zoo
