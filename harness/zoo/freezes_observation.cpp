// A decision may not be looked up again.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault freezes_observation() {
  return {.summary = "A later time of observation is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kV2Only,
          .fields = {"decisions"},
          .judge = misjudging([](const Judged& judged) {
            if (judged.after != nullptr && judged.findings.empty() &&
                !judged.after->decisions.empty() &&
                judged.before->decisions[0].name == judged.after->decisions[0].name &&
                judged.before->decisions[0].observed_at != judged.after->decisions[0].observed_at) {
              judged.add("unexplained_difference");
            }
          })};
}

}  // namespace holdfast::zoo
