// Any generation will do, so an old one comes back.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_generation() {
  return {.summary = "The generation is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"lineage"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            after.lineage.generation = before.lineage.generation;
          })};
}

}  // namespace holdfast::zoo
