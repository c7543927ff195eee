// A lenient parser allows comments.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault allows_comments() {
  return {.summary = "Comments in the document are let through.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = misreading_text([](std::string& text) {
            for (std::size_t at = text.find("/*"); at != std::string::npos; at = text.find("/*")) {
              const std::size_t end = text.find("*/", at);
              if (end == std::string::npos) {
                return;
              }
              text.erase(at, end + 2 - at);
            }
          })};
}

}  // namespace holdfast::zoo
