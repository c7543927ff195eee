// An obligation is its id.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_obligation_text() {
  return {.summary = "The text of an obligation is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = forgetting_of_obligations(&Obligation::text)};
}

}  // namespace holdfast::zoo
