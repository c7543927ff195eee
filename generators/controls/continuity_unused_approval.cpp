// A change was approved that was never made.
#include "generators/continuity_stories.h"

namespace holdfast::controls {

Control continuity_unused_approval() {
  return {.summary = "A change was approved that was never made.",
          .kind = "continuity",
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::vector<StoryPlace> places = story_places(story);
            const StoryPlace& place = random.pick(places);
            const std::string from = place.value->find("digest")->text();
            return change_of({add_at(
                "/approvals/-", Value::object({{"schema", "decision-approval/v1"},
                                               {"name", place.name},
                                               {"from", from},
                                               {"to", other_digest(from, random)},
                                               {"approver", "Bea"},
                                               {"authorityId", "a-control"},
                                               {"at", place.value->find("observedAt")->text()}}))});
          }};
}

}  // namespace holdfast::controls
