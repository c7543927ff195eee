// A decision stands in the snapshot after, and nobody observed it.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_invent_observation() {
  return {.summary = "A decision stands in the snapshot after, and nobody observed it.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"unverified"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const auto place = required_place(story, random);
            if (!place) {
              return std::nullopt;
            }
            static_cast<void>(random);
            return change_of({remove_at(place->event)});
          }};
}

}  // namespace holdfast::mutations
