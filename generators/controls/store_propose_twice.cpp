// A candidate is proposed twice.
#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::controls {

Control store_propose_twice() {
  return {.summary = "A candidate is proposed twice.",
          .kind = "store",
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::vector<std::size_t> proposals = store_steps(story, "propose");
            const std::size_t at = random.pick(proposals);
            return change_of(add_at(step_pointer(at), story.find("steps")->items()[at]));
          }};
}

}  // namespace holdfast::controls
