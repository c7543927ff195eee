// The digest is the identity, so the path is not looked at.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_canonical_path() {
  return {.summary = "The path of the source of truth is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"canonical"},
          .judge = forgetting(&Manifest::canonical, &CanonicalReference::sha256,
                              &CanonicalReference::path)};
}

}  // namespace holdfast::zoo
