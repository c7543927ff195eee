// A list becomes one text before it is hashed, so items run together look the same.
#include <algorithm>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault joins_lists() {
  return {.summary = "Prohibitions are compared joined by semicolons.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Manifest* manifest : {&before, &after}) {
              std::sort(manifest->prohibitions.begin(), manifest->prohibitions.end());
              std::string joined;
              for (const std::string& text : manifest->prohibitions) {
                joined += joined.empty() ? text : "; " + text;
              }
              manifest->prohibitions = {joined};
            }
          })};
}

}  // namespace holdfast::zoo
