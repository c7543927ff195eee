// An effect is its id; what was done is not compared.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_write_operation() {
  return {.summary = "The operation of a write is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = forgetting(&Manifest::external_writes, &ExternalWrite::effect_id,
                              &ExternalWrite::operation)};
}

}  // namespace holdfast::zoo
