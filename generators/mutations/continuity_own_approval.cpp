// The agent approved its own change.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_own_approval() {
  return {.summary = "The agent approved its own change.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"conflicting"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const auto found = approved_place(story, random);
            if (!found) {
              return std::nullopt;
            }
            return change_of({replace_at(found->approval + "/approver",
                                         Value(random.chance(1, 2) ? "runner" : " Runner"))});
          }};
}

}  // namespace holdfast::mutations
