// Decisions are kept elsewhere, so the document's are not looked at.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_decisions() {
  return {.summary = "Decisions are never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"decisions"},
          .judge = forgetting(&Manifest::decisions)};
}

}  // namespace holdfast::zoo
