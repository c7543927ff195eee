// An event stands at another place, between those that it answers and those that answer it.
#include <utility>
#include <vector>

#include "generators/event_tools.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy move_event() {
  return {.summary = "An event stands at another place.",
          .invariant = "event_order",
          .codes = {"events_reordered"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::vector<Event>& events = document.events;
            std::vector<std::pair<std::size_t, std::size_t>> moves;  // from, to
            for (std::size_t from = 0; from < events.size(); ++from) {
              for (std::size_t to = from; to > 0 && events[to - 1].event_id != events[from].answers;
                   --to) {
                moves.emplace_back(from, to - 1);
              }
            }
            if (moves.empty()) {
              return std::nullopt;
            }
            const auto [from, to] = random.pick(moves);
            return change_of(remove_at(item_pointer("events", from)),
                             add_at(item_pointer("events", to), event_value(events[from])));
          }};
}

}  // namespace holdfast::mutations
