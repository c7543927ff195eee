// A consequential call came before the decisions were observed.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_call_first() {
  return {.summary = "A consequential call came before the decisions were observed.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"unverified"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::size_t boundary = random.below(story.find("snapshots")->size() / 2);
            const std::size_t at = boundary_event(story, boundary);
            Value event =
                Value::object({{"kind", "consequential_call"},
                               {"at", story_text(story, "/events/" + std::to_string(at) + "/at")}});
            return change_of({add_at("/events/" + std::to_string(at + 1), std::move(event))});
          }};
}

}  // namespace holdfast::mutations
