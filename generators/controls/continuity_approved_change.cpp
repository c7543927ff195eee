// A decision changed, and a person approved exactly that.
#include "generators/continuity_stories.h"

namespace holdfast::controls {

Control continuity_approved_change() {
  return {.summary = "A decision changed, and a person approved exactly that.",
          .kind = "continuity",
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::vector<StoryPlace> places = story_places(story);
            const StoryPlace& place = random.pick(places);
            // Of the last boundary, so that no later one has to know of it.
            if (2 * place.boundary + 2 != story.find("snapshots")->size()) {
              return std::nullopt;
            }
            const std::string from =
                story_text(story, "/snapshots/" + std::to_string(2 * place.boundary) +
                                      "/decisions/" + place.name + "/digest");
            const std::string to = other_digest(place.value->find("digest")->text(), random);
            if (from == to) {
              return std::nullopt;
            }
            EditScript edits = with_digest(place, to);
            edits.push_back(add_at(
                "/approvals/-", Value::object({{"schema", "decision-approval/v1"},
                                               {"name", place.name},
                                               {"from", from},
                                               {"to", to},
                                               {"approver", "Bea"},
                                               {"authorityId", "a-control"},
                                               {"at", place.value->find("observedAt")->text()}})));
            return change_of(std::move(edits));
          }};
}

}  // namespace holdfast::controls
