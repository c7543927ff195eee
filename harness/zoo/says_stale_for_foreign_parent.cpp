// Every fault of the lineage is staleness.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_stale_for_foreign_parent() {
  return {.summary = "A foreign parent is reported as staleness.",
          .kind = FaultKind::kWrongReason,
          .versions = kV2Only,
          .fields = {"lineage"},
          .judge = saying("lineage_stale", "lineage_parent_mismatch")};
}

}  // namespace holdfast::zoo
