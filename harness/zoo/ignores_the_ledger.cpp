// The ledger is not read: orders that only it holds are not asked for.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault ignores_the_ledger() {
  return {.summary = "The directive ledger is ignored.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = misreading_evidence([](Value& evidence) { evidence.erase("ledger"); })};
}

}  // namespace holdfast::zoo
