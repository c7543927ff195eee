// An event is said to answer another one than it did, or one although it answered none. Every
// event still answers an earlier one at most, and only once, so that the document alone shows
// nothing.
#include "generators/event_tools.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

// The last event before `event` that it could answer and does not.
std::optional<std::string> other_call(const std::vector<Event>& events, const Event& event) {
  std::optional<std::string> call;
  for (const Event& earlier : events) {
    if (earlier.event_id == event.event_id) {
      break;
    }
    if (earlier.event_id != event.answers &&
        (event.kind == "progress" || !is_closed(events, earlier.event_id))) {
      call = earlier.event_id;
    }
  }
  return call;
}

}  // namespace

Strategy answer_another_call() {
  return {.summary = "An event is said to answer another one than it did.",
          .invariant = "event_order",
          .codes = {"event_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::vector<Event>& events = document.events;
            const auto index = any_where(events, random, [&](const Event& event) {
              return other_call(events, event).has_value();
            });
            if (!index) {
              return std::nullopt;
            }
            return change_of(add_at(member_pointer("events", *index, "answers"),
                                    *other_call(events, events[*index])));
          }};
}

}  // namespace holdfast::mutations
