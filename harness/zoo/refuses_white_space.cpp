// The text has to be compact.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault refuses_white_space() {
  return {.summary = "White space between members is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {},
          .judge = refusing_text("invalid_json", [](std::string_view text) {
            return text.find("\": ") != text.npos;
          })};
}

}  // namespace holdfast::zoo
