// The approved sentence is still in it, and more.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault accepts_longer_text() {
  return {.summary = "A text that begins with the old one counts as the same.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"objective"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            if (after.objective.starts_with(before.objective)) {
              after.objective = before.objective;
            }
          })};
}

}  // namespace holdfast::zoo
