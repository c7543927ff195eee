// A check nobody asked for can stop a task from ever being done.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault subset_of_checks() {
  return {.summary = "Completion checks may be invented.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completionChecks"},
          .judge = blind_to({"completionChecks_invented"})};
}

}  // namespace holdfast::zoo
