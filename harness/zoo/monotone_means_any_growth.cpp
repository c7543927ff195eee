// A policy for two lists is applied to all.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault monotone_means_any_growth() {
  return {.summary = "Under monotone, used approvals and phases may be invented.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"consumedAuthorities", "completedPhases"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.question.policy == "monotone") {
              judged.drop("consumedAuthorities_invented");
              judged.drop("completedPhases_invented");
            }
          })};
}

}  // namespace holdfast::zoo
