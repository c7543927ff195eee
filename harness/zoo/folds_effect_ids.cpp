// Ids go through a normal form, and two become one.
#include "core/unicode.h"
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault folds_effect_ids() {
  return {.summary = "Ids of effects are compared as a reader sees them.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Manifest* manifest : {&before, &after}) {
              for (ExternalWrite& write : manifest->external_writes) {
                write.effect_id = folded(write.effect_id);
              }
            }
          })};
}

}  // namespace holdfast::zoo
