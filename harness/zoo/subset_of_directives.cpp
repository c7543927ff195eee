// Orders are forged: inclusion looks for losses only.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault subset_of_directives() {
  return {.summary = "Directives may be invented.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = blind_to({"directive_invented"})};
}

}  // namespace holdfast::zoo
