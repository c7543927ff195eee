// Two events change places, none before the one that it answers. A verifier that sorts events sees
// nothing.
#include <utility>

#include "generators/event_tools.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy reorder_events() {
  return {.summary = "Two events change places.",
          .invariant = "event_order",
          .codes = {"events_reordered"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            std::vector<Event> events = document.events;
            if (events.size() < 2) {
              return std::nullopt;
            }
            std::size_t first = random.below(events.size() - 1);
            std::size_t second = random.between(first + 1, events.size() - 1);
            std::swap(events[first], events[second]);
            if (!answers_follow(events)) {
              // Neighbours can change places unless one answers the other.
              const auto neighbour = any_where(document.events, random, [&](const Event& event) {
                const auto at = static_cast<std::size_t>(&event - document.events.data());
                return at + 1 < events.size() && document.events[at + 1].answers != event.event_id;
              });
              if (!neighbour) {
                return std::nullopt;
              }
              first = *neighbour;
              second = first + 1;
            }
            return change_of(
                replace_at(item_pointer("events", first), event_value(document.events[second])),
                replace_at(item_pointer("events", second), event_value(document.events[first])));
          }};
}

}  // namespace holdfast::mutations
