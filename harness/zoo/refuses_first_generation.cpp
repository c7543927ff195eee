// A manifest without a parent is thought to be cut off.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault refuses_first_generation() {
  return {.summary = "A first generation is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kV2Only,
          .fields = {"lineage"},
          .judge = refusing("lineage_parent_mismatch", [](const Manifest& after) {
            return after.lineage.parent.empty() && after.version == Version::kV2;
          })};
}

}  // namespace holdfast::zoo
