// The parser stops where the document is complete.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault stops_at_the_end_of_the_object() {
  return {.summary = "Bytes behind the document do not count.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = misreading_text([](std::string& text) {
            int depth = 0;
            bool quoted = false;
            for (std::size_t i = 0; i < text.size(); ++i) {
              if (quoted && text[i] == '\\') {
                ++i;
              } else if (text[i] == '"') {
                quoted = !quoted;
              } else if (!quoted && (text[i] == '{' || text[i] == '[')) {
                ++depth;
              } else if (!quoted && (text[i] == '}' || text[i] == ']') && --depth == 0) {
                text.resize(i + 1);
              }
            }
          })};
}

}  // namespace holdfast::zoo
