// A text ends at its first NUL, as in C.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault reads_to_the_first_nul() {
  return {.summary = "What stands behind a NUL does not count.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = misreading_text([](std::string& text) {
            if (const std::size_t end = text.find('\0'); end != std::string::npos) {
              text.resize(end);
            }
          })};
}

}  // namespace holdfast::zoo
