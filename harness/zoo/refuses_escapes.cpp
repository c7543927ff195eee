// Escapes are taken for tricks.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault refuses_escapes() {
  return {.summary = "Escapes in strings are refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {},
          .judge = refusing_text("invalid_value", [](std::string_view text) {
            return text.find("\\u") != text.npos;
          })};
}

}  // namespace holdfast::zoo
