// A length cap runs before the comparison.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault cuts_all_texts() {
  return {.summary = "Texts are compared by their first 60 bytes.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = comparing_texts([](std::string_view text) { return first_bytes_of(text, 60); })};
}

}  // namespace holdfast::zoo
