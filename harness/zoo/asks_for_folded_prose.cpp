// Prose is asked for in the form that only ids need.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault asks_for_folded_prose() {
  return {.summary = "Prose in full width is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {"objective"},
          .judge = refusing("invalid_value", [](const Manifest& after) {
            return after.objective.find("\xEF\xBC") != std::string::npos;
          })};
}

}  // namespace holdfast::zoo
