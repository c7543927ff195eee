// The digits are compared, what they were made with is not.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault strips_digest_scheme() {
  return {.summary = "The scheme of a decision's digest does not count.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"decisions"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Manifest* manifest : {&before, &after}) {
              for (DecisionRecord& decision : manifest->decisions) {
                decision.digest.erase(0, decision.digest.rfind(':') + 1);
              }
            }
          })};
}

}  // namespace holdfast::zoo
