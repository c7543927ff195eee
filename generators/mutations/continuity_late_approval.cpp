// A change was approved after it was observed.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_late_approval() {
  return {.summary = "A change was approved after it was observed.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"conflicting"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const auto found = approved_place(story, random);
            if (!found) {
              return std::nullopt;
            }
            const std::int64_t observed =
                story_second(found->place.value->find("observedAt")->text());
            return change_of({replace_at(
                found->approval + "/at",
                Value(story_time(observed + static_cast<std::int64_t>(random.between(1, 600)))))});
          }};
}

}  // namespace holdfast::mutations
