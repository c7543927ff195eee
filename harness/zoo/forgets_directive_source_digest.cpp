// The entry is named, so its bytes are not asked for.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_directive_source_digest() {
  return {.summary = "The digest of a directive's source is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = forgetting(&Manifest::directives, &Directive::directive_id,
                              &Directive::source_sha256)};
}

}  // namespace holdfast::zoo
