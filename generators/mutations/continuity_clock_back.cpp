// The clock ran backwards between the boundary and the observation.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_clock_back() {
  return {.summary = "The clock ran backwards between the boundary and the observation.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"unverified"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::size_t boundary = random.below(story.find("snapshots")->size() / 2);
            const std::size_t at = boundary_event(story, boundary);
            const std::string pointer = "/events/" + std::to_string(at) + "/at";
            const std::int64_t second = story_second(story_text(story, pointer));
            return change_of({replace_at(
                pointer,
                Value(story_time(second + static_cast<std::int64_t>(random.between(60, 200)))))});
          }};
}

}  // namespace holdfast::mutations
