// A set is compared as a sequence.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault orders_authorities() {
  return {.summary = "The order of used approvals counts.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {"consumedAuthorities"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.after != nullptr && judged.findings.empty() &&
                judged.before->consumed_authorities != judged.after->consumed_authorities) {
              judged.add("unexplained_difference");
            }
          })};
}

}  // namespace holdfast::zoo
