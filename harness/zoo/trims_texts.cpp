// Texts are trimmed before they are compared, though an id may end in a blank.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault trims_texts() {
  return {.summary = "Blanks at the end of a text do not count.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = comparing_texts([](std::string_view text) {
            return std::string(text.substr(0, text.find_last_not_of(' ') + 1));
          })};
}

}  // namespace holdfast::zoo
