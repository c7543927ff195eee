// One reason for everything.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_unexplained() {
  return {.summary = "Every refusal is an unexplained difference.",
          .kind = FaultKind::kWrongReason,
          .versions = kBothVersions,
          .fields = {},
          .judge = misjudging([](const Judged& judged) {
            if (!judged.findings.empty()) {
              judged.findings.clear();
              judged.add("unexplained_difference");
            }
          })};
}

}  // namespace holdfast::zoo
