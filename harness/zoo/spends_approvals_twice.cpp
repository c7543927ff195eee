// Whether an approval was spent is not asked.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault spends_approvals_twice() {
  return {.summary = "An approval that was used counts again.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"decisions", "consumedAuthorities"},
          .judge = misreading_evidence([](Value& evidence) { evidence.erase("used"); })};
}

}  // namespace holdfast::zoo
