// A sub-task's end or a green test closes an order.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault closes_directives() {
  return {.summary = "An active directive may be closed by the result alone.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = blind_to({"directive_closed_without_event"})};
}

}  // namespace holdfast::zoo
