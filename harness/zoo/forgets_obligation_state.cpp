// What a run says is done is believed.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_obligation_state() {
  return {.summary = "Whether an obligation is met is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = forgetting_of_obligations(&Obligation::fulfilled)};
}

}  // namespace holdfast::zoo
