// An event is its id.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_event_kind() {
  return {.summary = "The kind of an event is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"events"},
          .judge = forgetting(&Manifest::events, &Event::event_id, &Event::kind)};
}

}  // namespace holdfast::zoo
