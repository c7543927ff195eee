// An open question is taken for a fault of the document.
#include <algorithm>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault refuses_unknown_writes() {
  return {.summary = "A write with an unknown outcome is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = refusing("invalid_external_write", [](const Manifest& after) {
            return std::any_of(
                after.external_writes.begin(), after.external_writes.end(),
                [](const ExternalWrite& write) { return write.status == WriteStatus::kUnknown; });
          })};
}

}  // namespace holdfast::zoo
