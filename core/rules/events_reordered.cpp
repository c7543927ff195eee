#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule events_reordered() {
  return {.summary = "Events that both sides hold stand in another order.",
          .check_pair = [](const Pair& pair, Report& report) {
            if (pair.before.events == pair.after.events) {
              return;
            }
            const auto index = first_reordered(names_of(pair.before.events, &Event::event_id),
                                               names_of(pair.after.events, &Event::event_id));
            if (index) {
              report.add("events", pair.after.events[*index].event_id);
            }
          }};
}

}  // namespace holdfast::rules
