// A data base without case compares the ids.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault folds_case_of_effects() {
  return {.summary = "Ids of effects that differ in case are the same.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"externalWrites"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Manifest* manifest : {&before, &after}) {
              for (ExternalWrite& write : manifest->external_writes) {
                write.effect_id = lower_ascii(write.effect_id);
              }
            }
          })};
}

}  // namespace holdfast::zoo
