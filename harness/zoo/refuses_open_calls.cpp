// A call without a result is taken for a broken pair.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault refuses_open_calls() {
  return {.summary = "A call that nothing answers yet is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kV2Only,
          .fields = {"events"},
          .judge = refusing("event_pair_broken", [](const Manifest& after) {
            return !after.events.empty() && after.events.back().kind == "call";
          })};
}

}  // namespace holdfast::zoo
