// The id of the order is still there, a label stands for its words.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_directive_text() {
  return {.summary = "The text of a directive is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = forgetting(&Manifest::directives, &Directive::directive_id, &Directive::text)};
}

}  // namespace holdfast::zoo
