// A decision was observed with another value, and nobody approved it.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_change_digest() {
  return {.summary = "A decision was observed with another value, and nobody approved it.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"conflicting"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const auto place = required_place(story, random);
            if (!place) {
              return std::nullopt;
            }
            return change_of(
                with_digest(*place, other_digest(place->value->find("digest")->text(), random)));
          }};
}

}  // namespace holdfast::mutations
