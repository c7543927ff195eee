// Free text is left to the summary, so the objective may become another.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_objective() {
  return {.summary = "The objective is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"objective"},
          .judge = forgetting(&Manifest::objective)};
}

}  // namespace holdfast::zoo
