// Asking again is thought safe; the effect is then repeated.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault doubts_confirmed_writes() {
  return {.summary = "A confirmed write may become an unknown one.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (ExternalWrite& known : before.external_writes) {
              for (const ExternalWrite& write : after.external_writes) {
                if (write.effect_id == known.effect_id && write.status == WriteStatus::kUnknown) {
                  known.status = WriteStatus::kUnknown;
                  known.receipt.clear();
                }
              }
            }
          })};
}

}  // namespace holdfast::zoo
