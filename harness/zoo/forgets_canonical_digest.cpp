// The path names the source of truth; its bytes are not asked for.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_canonical_digest() {
  return {.summary = "The digest of the source of truth is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"canonical"},
          .judge = forgetting(&Manifest::canonical, &CanonicalReference::path,
                              &CanonicalReference::sha256)};
}

}  // namespace holdfast::zoo
