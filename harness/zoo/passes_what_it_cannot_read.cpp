// An exception on the way ends in the default, and that is to go on.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault passes_what_it_cannot_read() {
  return {.summary = "A document that is no JSON is let through.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = blind_to({"invalid_json"})};
}

}  // namespace holdfast::zoo
