// A keyed digest was made with a key that nobody knows.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_forget_key() {
  return {.summary = "A keyed digest was made with a key that nobody knows.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"unverified"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const auto place = required_place(story, random, true);
            if (!place) {
              return std::nullopt;
            }
            std::string digest = place->value->find("digest")->text();
            const std::size_t id = digest.find(':', 3) + 1;
            digest[id] = digest[id] == '0' ? '1' : '0';
            return change_of(with_digest(*place, digest));
          }};
}

}  // namespace holdfast::mutations
