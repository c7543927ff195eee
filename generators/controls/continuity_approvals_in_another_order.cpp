// The approvals stand in another order.
#include "generators/continuity_stories.h"

namespace holdfast::controls {

Control continuity_approvals_in_another_order() {
  return {.summary = "The approvals stand in another order.",
          .kind = "continuity",
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            std::vector<Value> approvals = story.find("approvals")->items();
            random.shuffle(approvals);
            Value turned = Value::array();
            turned.items() = std::move(approvals);
            return change_of({replace_at("/approvals", std::move(turned))});
          }};
}

}  // namespace holdfast::controls
