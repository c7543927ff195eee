// Texts are lower-cased before they are compared.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault folds_case() {
  return {.summary = "Texts that differ in case are the same.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = comparing_texts(lower_ascii)};
}

}  // namespace holdfast::zoo
