// A candidate is promoted whose verdict is no pass.
#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy store_promote_failed() {
  return {.summary = "A candidate is promoted whose verdict is no pass.",
          .kind = "store",
          .invariant = "document",
          .codes = {"rejected"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::vector<std::size_t> promotions = store_steps(story, "promote");
            const std::size_t at = random.pick(promotions);
            const std::string name = story.find("steps")->items()[at].find("name")->text();
            return change_of(replace_at(
                step_pointer(store_steps(story, "judge", name).front()) + "/pass", Value(false)));
          }};
}

}  // namespace holdfast::mutations
