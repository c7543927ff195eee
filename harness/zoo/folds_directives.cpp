// An order is tidied before it is compared.
#include "core/unicode.h"
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault folds_directives() {
  return {.summary = "Directives are compared as a reader sees them.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Manifest* manifest : {&before, &after}) {
              for (Directive& directive : manifest->directives) {
                directive.text = folded(directive.text);
              }
            }
          })};
}

}  // namespace holdfast::zoo
