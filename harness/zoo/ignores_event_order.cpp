// A set comparison ignores order: a rescued call is put behind the summary.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault ignores_event_order() {
  return {.summary = "Events may stand in any order.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"events"},
          .judge = blind_to({"events_reordered"})};
}

}  // namespace holdfast::zoo
