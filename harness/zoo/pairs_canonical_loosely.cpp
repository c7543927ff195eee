// Paths and digests are compared as two sets.
#include <algorithm>
#include <tuple>
#include <vector>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault pairs_canonical_loosely() {
  return {.summary = "Which source of truth has which digest does not count.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"canonical"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Manifest* manifest : {&before, &after}) {
              std::vector<std::string> digests;
              for (const CanonicalReference& reference : manifest->canonical) {
                digests.push_back(reference.sha256);
              }
              std::sort(digests.begin(), digests.end());
              std::sort(manifest->canonical.begin(), manifest->canonical.end(),
                        [](const CanonicalReference& a, const CanonicalReference& b) {
                          return std::tie(a.root, a.path) < std::tie(b.root, b.path);
                        });
              for (std::size_t i = 0; i < digests.size(); ++i) {
                manifest->canonical[i].sha256 = digests[i];
              }
            }
          })};
}

}  // namespace holdfast::zoo
