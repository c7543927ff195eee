// The approval of a change allows the way back instead.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_reverse_approval() {
  return {.summary = "The approval of a change allows the way back instead.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"conflicting"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const auto found = approved_place(story, random);
            if (!found) {
              return std::nullopt;
            }
            return change_of({replace_at(found->approval + "/from",
                                         Value(story_text(story, found->approval + "/to"))),
                              replace_at(found->approval + "/to",
                                         Value(story_text(story, found->approval + "/from")))});
          }};
}

}  // namespace holdfast::mutations
