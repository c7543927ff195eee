// Short digests, as people write them.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault shortens_canonical_digest() {
  return {.summary = "Digests of sources of truth are compared by their first twelve digits.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"canonical"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Manifest* manifest : {&before, &after}) {
              for (CanonicalReference& reference : manifest->canonical) {
                reference.sha256.resize(12);
              }
            }
          })};
}

}  // namespace holdfast::zoo
