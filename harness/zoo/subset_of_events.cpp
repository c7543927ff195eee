// Events that never were are taken for progress.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault subset_of_events() {
  return {.summary = "Events may be invented.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"events"},
          .judge = blind_to({"event_invented"})};
}

}  // namespace holdfast::zoo
