// An approval is there, and for which transition is not asked.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault any_approval_covers() {
  return {.summary = "An approval of one change covers another.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"decisions"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.question.evidence != nullptr &&
                judged.question.evidence->find("approvals") != nullptr) {
              judged.drop("decision_conflicting");
            }
          })};
}

}  // namespace holdfast::zoo
