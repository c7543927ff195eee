// A moved event is reported as a loss.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_dropped_for_moved_events() {
  return {.summary = "Reordered events are reported as dropped.",
          .kind = FaultKind::kWrongReason,
          .versions = kV2Only,
          .fields = {"events"},
          .judge = saying("event_dropped", "events_reordered")};
}

}  // namespace holdfast::zoo
