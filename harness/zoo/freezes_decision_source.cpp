// Where a decision was looked up is part of the identity.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault freezes_decision_source() {
  return {.summary = "Another source of a decision is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kV2Only,
          .fields = {"decisions"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.after != nullptr && judged.findings.empty() &&
                !judged.after->decisions.empty() &&
                judged.before->decisions[0].name == judged.after->decisions[0].name &&
                judged.before->decisions[0].source != judged.after->decisions[0].source) {
              judged.add("unexplained_difference");
            }
          })};
}

}  // namespace holdfast::zoo
