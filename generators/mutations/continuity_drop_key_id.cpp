// A keyed digest has lost the id of its key.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_drop_key_id() {
  return {.summary = "A keyed digest has lost the id of its key.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"invalid_value"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const auto place = required_place(story, random, true);
            if (!place) {
              return std::nullopt;
            }
            const std::string& digest = place->value->find("digest")->text();
            const std::string bare = "d1:hmac-sha256:" + digest.substr(digest.rfind(':') + 1);
            return change_of({replace_at(place->record + "/digest", Value(bare))});
          }};
}

}  // namespace holdfast::mutations
