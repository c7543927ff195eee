// All faults of evidence are one.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_sources_for_ledger() {
  return {.summary = "A broken ledger is reported as invalid evidence.",
          .kind = FaultKind::kWrongReason,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = saying("evidence_invalid", "ledger_broken")};
}

}  // namespace holdfast::zoo
