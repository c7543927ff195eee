// Texts are held against a pattern of ASCII.
#include <algorithm>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault speaks_english_only() {
  return {.summary = "Texts beyond ASCII are refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {"objective"},
          .judge = refusing("invalid_value", [](const Manifest& after) {
            return std::any_of(after.objective.begin(), after.objective.end(),
                               [](char c) { return static_cast<unsigned char>(c) > 0x7E; });
          })};
}

}  // namespace holdfast::zoo
