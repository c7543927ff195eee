// Effects are thought to be somebody else's business.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_writes() {
  return {.summary = "External writes are never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = forgetting(&Manifest::external_writes)};
}

}  // namespace holdfast::zoo
