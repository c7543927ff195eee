// Names of phases are tidied before they are compared.
#include "core/unicode.h"
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault folds_phases() {
  return {.summary = "Phases are compared as a reader sees them.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completedPhases"},
          .judge = comparing_items(&Manifest::completed_phases, folded)};
}

}  // namespace holdfast::zoo
