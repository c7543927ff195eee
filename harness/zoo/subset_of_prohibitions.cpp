// Inclusion looks for losses only, and additions are thought harmless.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault subset_of_prohibitions() {
  return {.summary = "Prohibitions may be invented.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = blind_to({"prohibitions_invented"})};
}

}  // namespace holdfast::zoo
