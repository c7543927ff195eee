// The last of two members wins, and nobody looks at the first.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault passes_doubled_members() {
  return {.summary = "A member that stands twice is let through.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = blind_to({"duplicate_key"})};
}

}  // namespace holdfast::zoo
