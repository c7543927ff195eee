// Finished business comes back as work.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault reopens_directives() {
  return {.summary = "A closed directive may be active again.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = blind_to({"directive_reopened"})};
}

}  // namespace holdfast::zoo
