// A confirmed write is one with any receipt.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_receipt() {
  return {.summary = "The receipt of a confirmed write is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"externalWrites"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (ExternalWrite& write : after.external_writes) {
              for (const ExternalWrite& known : before.external_writes) {
                if (known.effect_id == write.effect_id && known.status == write.status) {
                  write.receipt = known.receipt;
                }
              }
            }
          })};
}

}  // namespace holdfast::zoo
