// A write without a confirmation is thought not to have happened.
#include <vector>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault drops_unknown_writes() {
  return {.summary = "A write with an unknown outcome may be dropped.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (const ExternalWrite& write : before.external_writes) {
              if (write.status == WriteStatus::kUnknown) {
                std::erase_if(after.external_writes, [&](const ExternalWrite& other) {
                  return other.effect_id == write.effect_id && other == write;
                });
              }
            }
            std::erase_if(before.external_writes, [](const ExternalWrite& write) {
              return write.status == WriteStatus::kUnknown;
            });
          })};
}

}  // namespace holdfast::zoo
