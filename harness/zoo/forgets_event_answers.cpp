// Each result has some call, but which one is not compared.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_event_answers() {
  return {.summary = "What an event answers is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"events"},
          .judge = forgetting(&Manifest::events, &Event::event_id, &Event::answers)};
}

}  // namespace holdfast::zoo
