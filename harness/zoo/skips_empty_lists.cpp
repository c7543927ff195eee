// Empty lists are skipped, on either side.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault skips_empty_lists() {
  return {.summary = "A list of checks may be emptied.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completionChecks"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            if (after.completion_checks.empty()) {
              after.completion_checks = before.completion_checks;
            }
          })};
}

}  // namespace holdfast::zoo
