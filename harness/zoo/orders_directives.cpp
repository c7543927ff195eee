// A set is compared as a sequence.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault orders_directives() {
  return {.summary = "The order of directives counts.",
          .kind = FaultKind::kOverStrict,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = misjudging([](const Judged& judged) {
            for (std::size_t i = 0; judged.after != nullptr && judged.findings.empty() &&
                                    i < judged.after->directives.size();
                 ++i) {
              if (judged.after->directives[i].directive_id !=
                  judged.before->directives[i].directive_id) {
                judged.add("directive_dropped");
              }
            }
          })};
}

}  // namespace holdfast::zoo
