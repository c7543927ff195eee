// A decision appears that nobody made.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault subset_of_decisions() {
  return {.summary = "Decisions may be invented.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"decisions"},
          .judge = blind_to({"decision_invented"})};
}

}  // namespace holdfast::zoo
