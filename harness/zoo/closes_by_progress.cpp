// A finished phase closes the orders that it was done under.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault closes_by_progress() {
  return {.summary = "Progress closes directives.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.question.evidence != nullptr &&
                judged.question.evidence->find("progress") != nullptr) {
              judged.drop("directive_closed_without_event");
            }
          })};
}

}  // namespace holdfast::zoo
