// Another candidate is rejected in between.
#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::controls {

Control store_reject_another() {
  return {.summary = "Another candidate is rejected in between.",
          .kind = "store",
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::size_t at = random.below(story.find("steps")->size() + 1);
            Value judged = store_step("judge", "another");
            judged.add("pass", false);
            Value proposed = store_step("propose", "another");
            proposed.add("text", "{\"taskId\":\"another\"}");
            return change_of(add_at(step_pointer(at), std::move(judged)),
                             add_at(step_pointer(at), std::move(proposed)));
          }};
}

}  // namespace holdfast::controls
