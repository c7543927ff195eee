// An event answers one that is not there: its own, an id that nobody knows, or one whose call was
// dropped.
#include "generators/event_tools.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy answer_nothing() {
  return {.summary = "An event answers one that is not there.",
          .invariant = "event_order",
          .codes = {"event_pair_broken"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::vector<Event>& events = document.events;
            const auto call = any_where(events, random, [&](const Event& event) {
              return is_answered(events, event.event_id);
            });
            if (call && random.chance(1, 2)) {
              return change_of(remove_at(item_pointer("events", *call)));
            }
            const auto index = any_of(events, random);
            if (!index) {
              return std::nullopt;
            }
            const std::string answers =
                random.chance(1, 4) ? events[*index].event_id : new_id(random);
            return change_of(add_at(member_pointer("events", *index, "answers"), answers));
          }};
}

}  // namespace holdfast::mutations
