// Who wrote an entry is not asked, so an assistant can give orders.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault ignores_sources() {
  return {.summary = "The authors of entries are ignored.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = misreading_evidence([](Value& evidence) { evidence.erase("sources"); })};
}

}  // namespace holdfast::zoo
