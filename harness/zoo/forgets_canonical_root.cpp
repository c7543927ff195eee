// Two roots with the same file in them are one to it.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_canonical_root() {
  return {.summary = "The root of a source of truth is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"canonical"},
          .judge = forgetting(&Manifest::canonical, &CanonicalReference::path,
                              &CanonicalReference::root)};
}

}  // namespace holdfast::zoo
