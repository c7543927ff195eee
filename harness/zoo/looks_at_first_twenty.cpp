// Beyond a budget nothing is looked at, and nothing says so.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault looks_at_first_twenty() {
  return {.summary = "Only the first twenty items of each list of texts are compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completedPhases", "prohibitions", "completionChecks"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (const TextList& list : kTextLists) {
              keep_first(before.*list.member, 20);
              keep_first(after.*list.member, 20);
            }
          })};
}

}  // namespace holdfast::zoo
