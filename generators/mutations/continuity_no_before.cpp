// Nothing was recorded before the boundary.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_no_before() {
  return {.summary = "Nothing was recorded before the boundary.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"continuity-evidence-missing"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::size_t boundary = random.below(story.find("snapshots")->size() / 2);
            return change_of({remove_at("/snapshots/" + std::to_string(2 * boundary))});
          }};
}

}  // namespace holdfast::mutations
