// Compaction may remove events, so those that are kept need only be known.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault superset_of_events() {
  return {.summary = "Events may be dropped.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"events"},
          .judge = blind_to({"event_dropped"})};
}

}  // namespace holdfast::zoo
