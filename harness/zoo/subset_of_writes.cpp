// An effect that never took place is listed; inclusion looks for losses only.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault subset_of_writes() {
  return {.summary = "External writes may be invented.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = blind_to({"external_write_invented"})};
}

}  // namespace holdfast::zoo
