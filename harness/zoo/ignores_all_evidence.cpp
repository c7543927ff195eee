// Only the two documents are compared.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault ignores_all_evidence() {
  return {.summary = "Evidence is ignored.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = misreading_evidence([](Value& evidence) { evidence = Value(); })};
}

}  // namespace holdfast::zoo
