// The chain is a list of files in a folder; no link is looked at.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_parent() {
  return {.summary = "The parent is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"lineage"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            after.lineage.parent = before.lineage.parent;
          })};
}

}  // namespace holdfast::zoo
