// What is current is read between all steps.
#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::controls {

Control store_read_often() {
  return {.summary = "What is current is read between all steps.",
          .kind = "store",
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            static_cast<void>(random);
            Change change;
            for (std::size_t i = story.find("steps")->size(); i > 0; --i) {
              change.edits.push_back(add_at(step_pointer(i), store_step("read")));
            }
            return change;
          }};
}

}  // namespace holdfast::controls
