// A required decision is not in the snapshot after.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_drop_decision() {
  return {.summary = "A required decision is not in the snapshot after.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"dropped"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const auto place = required_place(story, random);
            if (!place) {
              return std::nullopt;
            }
            return change_of({remove_at(place->record)});
          }};
}

}  // namespace holdfast::mutations
