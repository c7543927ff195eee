// An event is not carried over: one that no other answers, so that the document stays whole.
#include "generators/event_tools.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy drop_event() {
  return {.summary = "An event is not carried over.",
          .invariant = "event_order",
          .codes = {"event_dropped"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::vector<Event>& events = document.events;
            const auto index = any_where(events, random, [&](const Event& event) {
              return !is_answered(events, event.event_id);
            });
            if (!index) {
              return std::nullopt;
            }
            return change_of(remove_at(item_pointer("events", *index)));
          }};
}

}  // namespace holdfast::mutations
