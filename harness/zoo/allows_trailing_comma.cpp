// A lenient parser allows a comma behind the last member.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault allows_trailing_comma() {
  return {.summary = "A comma too many is let through.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = misreading_text([](std::string& text) {
            if (text.ends_with(",}")) {
              text.erase(text.size() - 2, 1);
            }
          })};
}

}  // namespace holdfast::zoo
