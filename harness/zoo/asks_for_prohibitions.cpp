// A list may not be empty.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault asks_for_prohibitions() {
  return {.summary = "A document without prohibitions is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = refusing("invalid_list",
                            [](const Manifest& after) { return after.prohibitions.empty(); })};
}

}  // namespace holdfast::zoo
