// A call has two results. Progress may come as often as it likes, a result only once.
#include "generators/event_tools.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy answer_twice() {
  return {.summary = "A call has two results.",
          .invariant = "event_order",
          .codes = {"event_pair_broken"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (document.events.empty()) {
              return std::nullopt;
            }
            const std::vector<Event>& events = document.events;
            auto call = any_where(events, random, [&](const Event& event) {
              return is_closed(events, event.event_id);
            });
            const bool closed = call.has_value();
            if (!closed) {
              call = random.below(events.size());
            }
            const std::string& answers = events[*call].event_id;
            Change change;
            for (int results = closed ? 1 : 2; results > 0; --results) {
              change.edits.push_back(
                  add_at("/events/-", event_value({new_id(random), "result", answers})));
            }
            return change;
          }};
}

}  // namespace holdfast::mutations
