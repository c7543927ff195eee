// Under monotone only the lengths of the lists are compared.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault monotone_means_no_less() {
  return {.summary = "Under monotone, an item may be exchanged for another.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.question.policy == "monotone" && judged.after != nullptr &&
                judged.after->prohibitions.size() >= judged.before->prohibitions.size()) {
              judged.drop("prohibitions_dropped");
            }
          })};
}

}  // namespace holdfast::zoo
