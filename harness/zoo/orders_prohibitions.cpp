// A set is compared as a sequence.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault orders_prohibitions() {
  return {.summary = "The order of prohibitions counts.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.after != nullptr && judged.findings.empty() &&
                judged.before->prohibitions != judged.after->prohibitions) {
              judged.add("unexplained_difference");
            }
          })};
}

}  // namespace holdfast::zoo
