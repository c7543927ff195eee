// The approval of a change was spent before.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_replay_approval() {
  return {
      .summary = "The approval of a change was spent before.",
      .kind = "continuity",
      .invariant = "decision",
      .codes = {"conflicting"},
      .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
        const auto found = approved_place(story, random);
        if (!found) {
          return std::nullopt;
        }
        return change_of({add_at(
            "/used", Value::array({Value(story_text(story, found->approval + "/authorityId"))}))});
      }};
}

}  // namespace holdfast::mutations
