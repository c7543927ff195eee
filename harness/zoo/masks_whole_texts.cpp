// A text with a mask in it is not compared at all.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault masks_whole_texts() {
  return {.summary = "A mask over a part covers the whole text.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.question.evidence != nullptr &&
                judged.question.evidence->find("masks") != nullptr) {
              judged.drop("prohibitions_dropped");
              judged.drop("prohibitions_invented");
              judged.drop("objective_changed");
              judged.drop("rollback_changed");
              judged.drop("directive_reworded");
            }
          })};
}

}  // namespace holdfast::zoo
