// A decision that must be keyed has a plain digest.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_plain_digest() {
  return {
      .summary = "A decision that must be keyed has a plain digest.",
      .kind = "continuity",
      .invariant = "decision",
      .codes = {"invalid_value"},
      .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
        const auto place = required_place(story, random, true);
        if (!place) {
          return std::nullopt;
        }
        const std::string& digest = place->value->find("digest")->text();
        return change_of(with_digest(*place, "d1:sha256:" + digest.substr(digest.rfind(':') + 1)));
      }};
}

}  // namespace holdfast::mutations
