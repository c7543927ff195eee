// The time of reading is part of the identity.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault freezes_read_time() {
  return {.summary = "A later time of reading is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {"canonical"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.after != nullptr && judged.findings.empty() &&
                judged.before->canonical[0].path == judged.after->canonical[0].path &&
                judged.before->canonical[0].read_at != judged.after->canonical[0].read_at) {
              judged.add("unexplained_difference");
            }
          })};
}

}  // namespace holdfast::zoo
