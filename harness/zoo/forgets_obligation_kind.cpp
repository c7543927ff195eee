// An obligation is its text.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_obligation_kind() {
  return {.summary = "The kind of an obligation is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = forgetting_of_obligations(&Obligation::kind)};
}

}  // namespace holdfast::zoo
