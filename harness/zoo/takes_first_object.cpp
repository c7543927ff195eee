// A summary is searched for the first thing that looks like JSON.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault takes_first_object() {
  return {.summary = "What stands around the document does not count.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = misreading_text([](std::string& text) {
            const std::size_t begin = text.find('{');
            const std::size_t end = text.rfind('}');
            if (begin != std::string::npos && end != std::string::npos && end > begin) {
              text = text.substr(begin, end - begin + 1);
            }
          })};
}

}  // namespace holdfast::zoo
