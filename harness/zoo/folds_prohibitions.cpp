// Two rules that look alike are one rule to it.
#include "core/unicode.h"
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault folds_prohibitions() {
  return {.summary = "Prohibitions are compared as a reader sees them.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = comparing_items(&Manifest::prohibitions, folded)};
}

}  // namespace holdfast::zoo
