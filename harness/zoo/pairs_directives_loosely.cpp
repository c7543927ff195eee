// Orders are compared by their texts; which id has which is not looked at.
#include <set>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault pairs_directives_loosely() {
  return {.summary = "Which directive has which words does not count.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = opening_when([](const Manifest& before, const Manifest& after) {
            const auto texts = [](const Manifest& manifest) {
              std::multiset<std::string> all;
              for (const Directive& directive : manifest.directives) {
                all.insert(directive.text);
              }
              return all;
            };
            Manifest same = after;
            same.directives = before.directives;
            return same == before && texts(before) == texts(after);
          })};
}

}  // namespace holdfast::zoo
