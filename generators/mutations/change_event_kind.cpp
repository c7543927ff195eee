// An event is said to be of another kind.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_event_kind() {
  return {.summary = "An event is said to be of another kind.",
          .invariant = "event_order",
          .codes = {"event_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            static constexpr std::string_view kKinds[] = {"user", "notice", "recovery", "failure"};
            // What was progress may become a second answer; that is another fault.
            const auto index = any_where(document.events, random, [](const Event& event) {
              return event.kind != "progress";
            });
            if (!index) {
              return std::nullopt;
            }
            std::string_view kind = random.pick(kKinds);
            if (kind == document.events[*index].kind) {
              kind = "cancelled";
            }
            return change_of(replace_at(member_pointer("events", *index, "kind"), kind));
          }};
}

}  // namespace holdfast::mutations
