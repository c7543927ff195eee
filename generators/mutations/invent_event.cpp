// An event appears that never was.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy invent_event() {
  return {
      .summary = "An event appears that never was.",
      .invariant = "event_order",
      .codes = {"event_invented"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        if (!is_v2(document)) {
          return std::nullopt;
        }
        static constexpr std::string_view kKinds[] = {"user", "notice", "recovery", "call",
                                                      "summary"};
        const std::size_t place = random.between(0, document.events.size());
        const std::string id = new_id(random);
        return change_of(add_at(item_pointer("events", place),
                                Value::object({{"eventId", id}, {"kind", random.pick(kKinds)}})));
      }};
}

}  // namespace holdfast::mutations
