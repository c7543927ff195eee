// The id of the effect is present, only its status moved.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_write_status() {
  return {.summary = "The status of a write is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (ExternalWrite& write : after.external_writes) {
              for (const ExternalWrite& known : before.external_writes) {
                if (known.effect_id == write.effect_id) {
                  write.status = known.status;
                  write.receipt = known.receipt;
                }
              }
            }
          })};
}

}  // namespace holdfast::zoo
