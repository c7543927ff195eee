// Two decisions have each other's value.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_swap_digests() {
  return {.summary = "Two decisions have each other's value.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"conflicting", "invalid_value", "unverified"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::vector<StoryPlace> places = story_places(story);
            const StoryPlace& one = random.pick(places);
            for (const StoryPlace& other : places) {
              if (other.boundary == one.boundary && other.name != one.name) {
                EditScript edits = with_digest(one, other.value->find("digest")->text());
                for (Edit& edit : with_digest(other, one.value->find("digest")->text())) {
                  edits.push_back(std::move(edit));
                }
                return change_of(std::move(edits));
              }
            }
            return std::nullopt;
          }};
}

}  // namespace holdfast::mutations
