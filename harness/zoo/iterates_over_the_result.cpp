// The loop runs over what came back, so what is gone is never asked for.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault iterates_over_the_result() {
  return {.summary = "Prohibitions that are gone are not missed.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = blind_to({"prohibitions_dropped"})};
}

}  // namespace holdfast::zoo
