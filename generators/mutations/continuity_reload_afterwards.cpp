// The instructions were reloaded after the decisions were observed.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_reload_afterwards() {
  return {.summary = "The instructions were reloaded after the decisions were observed.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"unverified"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const auto place = required_place(story, random);
            if (!place) {
              return std::nullopt;
            }
            const std::size_t after = std::stoul(place->event.substr(8)) + 1;
            Value event = Value::object({{"kind", "instructions_reloaded"},
                                         {"at", story_text(story, place->event + "/at")}});
            static_cast<void>(random);
            return change_of({add_at("/events/" + std::to_string(after), std::move(event))});
          }};
}

}  // namespace holdfast::mutations
