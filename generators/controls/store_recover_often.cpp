// A store in order is recovered, and made once more.
#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::controls {

Control store_recover_often() {
  return {.summary = "A store in order is recovered, and made once more.",
          .kind = "store",
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::size_t at = random.below(story.find("steps")->size() + 1);
            return change_of(add_at(step_pointer(at), store_step("recover")),
                             add_at(step_pointer(at), store_step("init")));
          }};
}

}  // namespace holdfast::controls
