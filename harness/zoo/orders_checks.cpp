// A set is compared as a sequence.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault orders_checks() {
  return {.summary = "The order of completion checks counts.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {"completionChecks"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.after != nullptr && judged.findings.empty() &&
                judged.before->completion_checks != judged.after->completion_checks) {
              judged.add("unexplained_difference");
            }
          })};
}

}  // namespace holdfast::zoo
