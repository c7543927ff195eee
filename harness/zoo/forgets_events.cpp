// Events may be folded, so none is asked for.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_events() {
  return {.summary = "Events are never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"events"},
          .judge = forgetting(&Manifest::events)};
}

}  // namespace holdfast::zoo
