// How much of the history was folded is not accounted for.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_coverage() {
  return {.summary = "The coverage is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"lineage"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            after.lineage.coverage = before.lineage.coverage;
          })};
}

}  // namespace holdfast::zoo
