// What is done is done, so its receipt is not carried; then it is done again.
#include <algorithm>
#include <vector>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault drops_confirmed_writes() {
  return {.summary = "A confirmed write may be dropped.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            std::erase_if(before.external_writes, [&](const ExternalWrite& write) {
              return write.status == WriteStatus::kConfirmed &&
                     std::none_of(after.external_writes.begin(), after.external_writes.end(),
                                  [&](const ExternalWrite& other) {
                                    return other.effect_id == write.effect_id;
                                  });
            });
          })};
}

}  // namespace holdfast::zoo
