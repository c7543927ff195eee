// A guard against deep documents ends the check instead of refusing.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault passes_what_is_too_deep() {
  return {.summary = "A document that is nested too deep is let through.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = misjudging([](const Judged& judged) {
            if (judged.has("too_deep")) {
              judged.findings.clear();
            }
          })};
}

}  // namespace holdfast::zoo
