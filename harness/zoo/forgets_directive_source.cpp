// Who gave an order is not compared, so an assistant's sentence may become a user's.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_directive_source() {
  return {.summary = "The entry that a directive comes from is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = forgetting(&Manifest::directives, &Directive::directive_id,
                              &Directive::source_entry_id)};
}

}  // namespace holdfast::zoo
