// Only what happened lately is thought to matter.
#include <vector>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault looks_at_last_events() {
  return {.summary = "Only the last two events are compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"events"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Manifest* manifest : {&before, &after}) {
              std::vector<Event>& events = manifest->events;
              if (events.size() > 2) {
                events.erase(events.begin(), events.end() - 2);
              }
            }
          })};
}

}  // namespace holdfast::zoo
