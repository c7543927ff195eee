// What the result was made from is not asked.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_source_digest() {
  return {.summary = "The digest of the compacted source is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"lineage"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            after.lineage.source_sha256 = before.lineage.source_sha256;
          })};
}

}  // namespace holdfast::zoo
