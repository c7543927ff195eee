// Evidence is taken for an attempt to talk the check round.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault refuses_evidence() {
  return {.summary = "Any evidence is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.question.evidence != nullptr) {
              judged.add("unexplained_difference");
            }
          })};
}

}  // namespace holdfast::zoo
