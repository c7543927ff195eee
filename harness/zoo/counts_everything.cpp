// Criteria are folded into a count: so many of each kind.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault counts_everything() {
  return {.summary = "Lists of texts are compared by their lengths.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completedPhases", "prohibitions", "completionChecks"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (const TextList& list : kTextLists) {
              if ((before.*list.member).size() == (after.*list.member).size()) {
                after.*list.member = before.*list.member;
              }
            }
          })};
}

}  // namespace holdfast::zoo
