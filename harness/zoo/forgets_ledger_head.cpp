// The directives are compared, the ledger that they come from is not.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_ledger_head() {
  return {.summary = "The head of the ledger is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"lineage"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            after.lineage.ledger_head = before.lineage.ledger_head;
          })};
}

}  // namespace holdfast::zoo
