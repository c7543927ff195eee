// The verdict on a candidate was given before another one became current.
#include <algorithm>

#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy store_stale_verdict() {
  return {.summary = "The verdict on a candidate was given before another one became current.",
          .kind = "store",
          .invariant = "document",
          .codes = {"verdict_missing"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::vector<std::size_t> promotions = store_steps(story, "promote");
            const std::size_t at = promotions[1 + random.below(promotions.size() - 1)];
            const std::string name = story.find("steps")->items()[at].find("name")->text();
            const std::size_t judge = store_steps(story, "judge", name).front();
            const std::size_t propose = store_steps(story, "propose", name).front();
            const std::size_t before =
                promotions[static_cast<std::size_t>(
                               std::find(promotions.begin(), promotions.end(), at) -
                               promotions.begin()) -
                           1];
            const Value proposed = story.find("steps")->items()[propose];
            const Value judged = story.find("steps")->items()[judge];
            Change change =
                change_of(remove_at(step_pointer(judge)), remove_at(step_pointer(propose)));
            change.edits.push_back(add_at(step_pointer(before), judged));
            change.edits.push_back(add_at(step_pointer(before), proposed));
            return change;
          }};
}

}  // namespace holdfast::mutations
