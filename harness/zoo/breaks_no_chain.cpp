// The lines of the ledger are read; that they hang together is not checked.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault breaks_no_chain() {
  return {.summary = "A broken chain of ledger lines is let through.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = blind_to({"ledger_broken"})};
}

}  // namespace holdfast::zoo
