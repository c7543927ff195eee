// A document may have four kilobytes.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault limits_documents() {
  return {.summary = "Larger documents are refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {},
          .judge =
              refusing_text("too_large", [](std::string_view text) { return text.size() > 4096; })};
}

}  // namespace holdfast::zoo
