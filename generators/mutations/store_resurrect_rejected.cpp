// A candidate that was rejected is judged once more and promoted.
#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy store_resurrect_rejected() {
  return {.summary = "A candidate that was rejected is judged once more and promoted.",
          .kind = "store",
          .invariant = "document",
          .codes = {"rejected"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::vector<std::size_t> promotions = store_steps(story, "promote");
            const std::size_t at = random.pick(promotions);
            const std::string name = story.find("steps")->items()[at].find("name")->text();
            Value judged = store_step("judge", name);
            judged.add("pass", false);
            return change_of(
                add_at(step_pointer(store_steps(story, "judge", name).front()), std::move(judged)));
          }};
}

}  // namespace holdfast::mutations
