// The approval of a change is for another decision.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_approval_of_another() {
  return {.summary = "The approval of a change is for another decision.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"conflicting"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const auto found = approved_place(story, random);
            if (!found) {
              return std::nullopt;
            }
            for (const StoryPlace& other : story_places(story)) {
              if (other.name != found->place.name) {
                return change_of({replace_at(found->approval + "/name", Value(other.name))});
              }
            }
            return std::nullopt;
          }};
}

}  // namespace holdfast::mutations
