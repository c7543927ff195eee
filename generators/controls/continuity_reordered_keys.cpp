// The members of a snapshot stand in another order.
#include "generators/continuity_stories.h"

namespace holdfast::controls {

Control continuity_reordered_keys() {
  return {.summary = "The members of a snapshot stand in another order.",
          .kind = "continuity",
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::size_t at = random.below(story.find("snapshots")->size());
            const Value& old = story.find("snapshots")->items()[at];
            Value turned = Value::object();
            for (std::size_t i = old.size(); i > 0; --i) {
              turned.add(old.names()[i - 1], old.items()[i - 1]);
            }
            return change_of({replace_at("/snapshots/" + std::to_string(at), std::move(turned))});
          }};
}

}  // namespace holdfast::controls
