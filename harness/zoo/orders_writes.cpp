// A set is compared as a sequence.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault orders_writes() {
  return {.summary = "The order of writes counts.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.after != nullptr && judged.findings.empty() &&
                judged.before->external_writes != judged.after->external_writes) {
              judged.add("unexplained_difference");
            }
          })};
}

}  // namespace holdfast::zoo
