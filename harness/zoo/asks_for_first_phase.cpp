// A task without a finished phase is thought not to have begun.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault asks_for_first_phase() {
  return {.summary = "A document without completed phases is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {"completedPhases"},
          .judge = refusing("invalid_list",
                            [](const Manifest& after) { return after.completed_phases.empty(); })};
}

}  // namespace holdfast::zoo
