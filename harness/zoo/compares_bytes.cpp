// Two files are compared, not two documents.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault compares_bytes() {
  return {.summary = "Any other byte is a difference.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {},
          .judge = misjudging([](const Judged& judged) {
            if (bytes_of(judged.question.before) != bytes_of(judged.question.after)) {
              judged.add("unexplained_difference");
            }
          })};
}

}  // namespace holdfast::zoo
