// An event stands before the one that it answers, or is said to answer a later one.
#include "generators/event_tools.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy answer_before_call() {
  return {
      .summary = "An event stands before the one that it answers.",
      .invariant = "event_order",
      .codes = {"event_pair_broken"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        const std::vector<Event>& events = document.events;
        const auto answer =
            any_where(events, random, [](const Event& event) { return !event.answers.empty(); });
        if (answer) {
          std::size_t call = 0;
          while (events[call].event_id != events[*answer].answers) {
            ++call;
          }
          return change_of(remove_at(item_pointer("events", *answer)),
                           add_at(item_pointer("events", call), event_value(events[*answer])));
        }
        if (events.size() < 2) {
          return std::nullopt;
        }
        const std::size_t early = random.below(events.size() - 1);
        const std::size_t late = random.between(early + 1, events.size() - 1);
        return change_of(add_at(member_pointer("events", early, "answers"), events[late].event_id));
      }};
}

}  // namespace holdfast::mutations
