// The way back is tidied before it is compared; a path in it may be another then.
#include "core/unicode.h"
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault folds_rollback() {
  return {.summary = "The way back is compared as a reader sees it.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"rollback"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            if (folded(before.rollback) == folded(after.rollback)) {
              after.rollback = before.rollback;
            }
          })};
}

}  // namespace holdfast::zoo
