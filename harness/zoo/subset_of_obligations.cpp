// An order grows a duty that nobody gave.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault subset_of_obligations() {
  return {.summary = "Obligations may be invented.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = blind_to({"obligation_invented"})};
}

}  // namespace holdfast::zoo
