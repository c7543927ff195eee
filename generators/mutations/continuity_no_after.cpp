// Nobody looked after the boundary.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_no_after() {
  return {.summary = "Nobody looked after the boundary.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"unverified"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::size_t boundary = random.below(story.find("snapshots")->size() / 2);
            return change_of({remove_at("/snapshots/" + std::to_string(2 * boundary + 1))});
          }};
}

}  // namespace holdfast::mutations
