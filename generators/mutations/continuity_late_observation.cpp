// The decisions were observed after the window was over.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_late_observation() {
  return {
      .summary = "The decisions were observed after the window was over.",
      .kind = "continuity",
      .invariant = "decision",
      .codes = {"unverified"},
      .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
        const auto place = required_place(story, random);
        if (!place) {
          return std::nullopt;
        }
        const std::size_t boundary = boundary_event(story, place->boundary);
        const std::int64_t opened =
            story_second(story_text(story, "/events/" + std::to_string(boundary) + "/at"));
        const std::int64_t observed = story_second(place->value->find("observedAt")->text());
        if (observed - opened < 2) {
          return std::nullopt;
        }
        return change_of({replace_at("/contract/window_s",
                                     Value(static_cast<std::int64_t>(random.between(
                                         1, static_cast<std::uint64_t>(observed - opened - 1)))))});
      }};
}

}  // namespace holdfast::mutations
