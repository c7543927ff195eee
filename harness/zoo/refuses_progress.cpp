// A call is answered once, and a progress notice counts as an answer.
#include <algorithm>
#include <set>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault refuses_progress() {
  return {.summary = "A second answer is refused although it is progress.",
          .kind = FaultKind::kOverStrict,
          .versions = kV2Only,
          .fields = {"events"},
          .judge = refusing("event_pair_broken", [](const Manifest& after) {
            std::set<std::string> answered;
            return std::any_of(after.events.begin(), after.events.end(), [&](const Event& event) {
              return !event.answers.empty() && !answered.insert(event.answers).second;
            });
          })};
}

}  // namespace holdfast::zoo
