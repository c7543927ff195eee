// Consent that no person gave appears, and inclusion looks for losses only.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault subset_of_authorities() {
  return {.summary = "Used approvals may be invented.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"consumedAuthorities"},
          .judge = blind_to({"consumedAuthorities_invented"})};
}

}  // namespace holdfast::zoo
