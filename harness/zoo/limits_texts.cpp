// A column of fixed width holds the text.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault limits_texts() {
  return {.summary = "Texts beyond 80 bytes are refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {"objective"},
          .judge = refusing("invalid_value",
                            [](const Manifest& after) { return after.objective.size() > 80; })};
}

}  // namespace holdfast::zoo
