// One finding is a warning, two are an error.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgives_one_finding() {
  return {.summary = "A single finding is let through.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = misjudging([](const Judged& judged) {
            if (judged.findings.size() == 1) {
              judged.findings.clear();
            }
          })};
}

}  // namespace holdfast::zoo
