// The way back is read, judged as a text and compared with nothing.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_rollback() {
  return {.summary = "The way back is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"rollback"},
          .judge = forgetting(&Manifest::rollback)};
}

}  // namespace holdfast::zoo
