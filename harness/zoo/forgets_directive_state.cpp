// The order is there; whether it still holds is not compared.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_directive_state() {
  return {.summary = "The state of a directive is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = forgetting(&Manifest::directives, &Directive::directive_id, &Directive::state)};
}

}  // namespace holdfast::zoo
