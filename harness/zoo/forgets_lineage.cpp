// A verifier of content does not look at where the content comes from.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_lineage() {
  return {.summary = "Lineage is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"lineage"},
          .judge = forgetting(&Manifest::lineage)};
}

}  // namespace holdfast::zoo
