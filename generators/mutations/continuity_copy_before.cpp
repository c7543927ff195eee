// The snapshot after is a copy of the one before.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_copy_before() {
  return {.summary = "The snapshot after is a copy of the one before.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"unverified", "conflicting"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::size_t boundary = random.below(story.find("snapshots")->size() / 2);
            const std::string before = "/snapshots/" + std::to_string(2 * boundary) + "/decisions";
            return change_of(
                {replace_at("/snapshots/" + std::to_string(2 * boundary + 1) + "/decisions",
                            *resolve_pointer(story, before))});
          }};
}

}  // namespace holdfast::mutations
