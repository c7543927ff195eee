// Writes are told by how many are confirmed and how many are not.
#include <algorithm>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault counts_writes_by_status() {
  return {.summary = "Only the numbers of confirmed and unknown writes count.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = opening_when([](const Manifest& before, const Manifest& after) {
            const auto confirmed = [](const Manifest& manifest) {
              return std::count_if(manifest.external_writes.begin(), manifest.external_writes.end(),
                                   [](const ExternalWrite& write) {
                                     return write.status == WriteStatus::kConfirmed;
                                   });
            };
            Manifest same = after;
            same.external_writes = before.external_writes;
            return same == before && confirmed(before) == confirmed(after) &&
                   before.external_writes.size() == after.external_writes.size();
          })};
}

}  // namespace holdfast::zoo
