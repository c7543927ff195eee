// A change that was approved is not approved.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_withdraw_approval() {
  return {.summary = "A change that was approved is not approved.",
          .kind = "continuity",
          .invariant = "decision",
          .codes = {"conflicting"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const auto found = approved_place(story, random);
            if (!found) {
              return std::nullopt;
            }
            static_cast<void>(random);
            return change_of({remove_at(found->approval)});
          }};
}

}  // namespace holdfast::mutations
