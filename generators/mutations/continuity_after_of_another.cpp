// The snapshot after is of another boundary.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_after_of_another() {
  return {.summary = "The snapshot after is of another boundary.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"unverified"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::size_t boundary = random.below(story.find("snapshots")->size() / 2);
            return change_of(
                {replace_at("/snapshots/" + std::to_string(2 * boundary + 1) + "/boundaryId",
                            Value("b-of-another-session"))});
          }};
}

}  // namespace holdfast::mutations
