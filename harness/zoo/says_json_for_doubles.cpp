// The parser knows one fault.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_json_for_doubles() {
  return {.summary = "A member that stands twice is reported as bad JSON.",
          .kind = FaultKind::kWrongReason,
          .versions = kBothVersions,
          .fields = {},
          .judge = saying("invalid_json", "duplicate_key")};
}

}  // namespace holdfast::zoo
