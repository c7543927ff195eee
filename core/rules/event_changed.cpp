#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

Rule event_changed() {
  return {.summary = "An event has another kind, or answers another event.",
          .check_pair = [](const Pair& pair, Report& report) {
            const auto& before = pair.before.events;
            if (before == pair.after.events) {
              return;
            }
            const auto known = index_by_name(names_of(before, &Event::event_id));
            for (const Event& event : pair.after.events) {
              const auto found = known.find(event.event_id);
              if (found == known.end()) {
                continue;
              }
              const Event& was = before[found->second];
              if (was.kind != event.kind) {
                report.add("events", event.event_id, Value::object({{"change", "kind"}}));
              }
              if (was.answers != event.answers) {
                report.add("events", event.event_id, Value::object({{"change", "answers"}}));
              }
            }
          }};
}

}  // namespace holdfast::rules
