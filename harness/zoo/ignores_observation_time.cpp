// A decision is believed to have been looked up whenever it is said.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault ignores_observation_time() {
  return {.summary = "The time of observation may move back.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"decisions"},
          .judge = forgetting(&Manifest::decisions, &DecisionRecord::name,
                              &DecisionRecord::observed_at)};
}

}  // namespace holdfast::zoo
