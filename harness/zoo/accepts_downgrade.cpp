// An older schema is read as the newer one with defaults.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault accepts_downgrade() {
  return {.summary = "A result of the earlier version is accepted.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"schema"},
          .judge = blind_to({"schema_mismatch"})};
}

}  // namespace holdfast::zoo
