// Short digests, as people write them.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault shortens_decision_digest() {
  return {.summary = "Digests of decisions are compared by their first twenty characters.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"decisions"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Manifest* manifest : {&before, &after}) {
              for (DecisionRecord& decision : manifest->decisions) {
                decision.digest.resize(20);
              }
            }
          })};
}

}  // namespace holdfast::zoo
