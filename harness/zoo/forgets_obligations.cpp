// An order is its text; what it obliges to is not looked at.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_obligations() {
  return {.summary = "The obligations of a directive are never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge =
              forgetting(&Manifest::directives, &Directive::directive_id, &Directive::obligations)};
}

}  // namespace holdfast::zoo
