// Everything was observed once more, in time, before any consequential call.
#include "generators/continuity_stories.h"

namespace holdfast::controls {

Control continuity_renewed_observation() {
  return {.summary = "Everything was observed once more, in time, before any consequential call.",
          .kind = "continuity",
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            static_cast<void>(random);
            const std::size_t last = story.find("snapshots")->size() - 1;
            std::size_t at = story.find("events")->size();
            if (story_text(story, "/events/" + std::to_string(at - 1) + "/kind") ==
                "consequential_call") {
              --at;
            }
            const std::string time = story_text(story, "/events/" + std::to_string(at - 1) + "/at");
            Value snapshot = story.find("snapshots")->items()[last];
            EditScript edits;
            Value& decisions = *snapshot.find("decisions");
            for (std::size_t i = 0; i < decisions.size(); ++i) {
              decisions.items()[i].set("observedAt", time);
              edits.push_back(
                  add_at("/events/" + std::to_string(at++),
                         Value::object({{"kind", "observation"},
                                        {"at", time},
                                        {"name", decisions.names()[i]},
                                        {"digest", decisions.items()[i].find("digest")->text()}})));
            }
            edits.push_back(add_at("/snapshots/-", std::move(snapshot)));
            return change_of(std::move(edits));
          }};
}

}  // namespace holdfast::controls
