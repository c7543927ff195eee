// Unknown leaves that status on evidence only; this one takes a word for it.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault confirms_unknown_writes() {
  return {.summary = "An unknown write may become a confirmed one.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (ExternalWrite& known : before.external_writes) {
              for (const ExternalWrite& write : after.external_writes) {
                if (write.effect_id == known.effect_id && write.status == WriteStatus::kConfirmed &&
                    known.status == WriteStatus::kUnknown) {
                  known.status = WriteStatus::kConfirmed;
                  known.receipt = write.receipt;
                }
              }
            }
          })};
}

}  // namespace holdfast::zoo
