// A decision was observed before the boundary, and not after it.
#include "generators/continuity_stories.h"

namespace holdfast::mutations {

Strategy continuity_backdate_observation() {
  return {
      .summary = "A decision was observed before the boundary, and not after it.",
      .kind = "continuity",
      .invariant = "decision",
      .codes = {"unverified"},
      .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
        const auto place = required_place(story, random);
        // The approval of a change would come after the observation then: another fault.
        if (!place || place->value->find("digest")->text() !=
                          story_text(story, "/snapshots/" + std::to_string(2 * place->boundary) +
                                                "/decisions/" + place->name + "/digest")) {
          return std::nullopt;
        }
        const std::size_t boundary = boundary_event(story, place->boundary);
        const std::int64_t at =
            story_second(story_text(story, "/events/" + std::to_string(boundary) + "/at"));
        return change_of({replace_at(
            place->record + "/observedAt",
            Value(story_time(at - static_cast<std::int64_t>(random.between(1, 600)))))});
      }};
}

}  // namespace holdfast::mutations
