// A manifest without a ledger is refused.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault asks_for_ledger_head() {
  return {.summary = "A ledger head that is null is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kV2Only,
          .fields = {"lineage"},
          .judge = refusing("ledger_broken", [](const Manifest& after) {
            return after.version == Version::kV2 && !after.lineage.ledger_head;
          })};
}

}  // namespace holdfast::zoo
