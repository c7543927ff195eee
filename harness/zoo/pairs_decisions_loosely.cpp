// Names and digests of decisions are compared as two sets.
#include <algorithm>
#include <vector>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault pairs_decisions_loosely() {
  return {.summary = "Which decision has which digest does not count.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"decisions"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Manifest* manifest : {&before, &after}) {
              std::vector<std::string> digests;
              for (const DecisionRecord& decision : manifest->decisions) {
                digests.push_back(decision.digest);
              }
              std::sort(digests.begin(), digests.end());
              std::sort(
                  manifest->decisions.begin(), manifest->decisions.end(),
                  [](const DecisionRecord& a, const DecisionRecord& b) { return a.name < b.name; });
              for (std::size_t i = 0; i < digests.size(); ++i) {
                manifest->decisions[i].digest = digests[i];
              }
            }
          })};
}

}  // namespace holdfast::zoo
