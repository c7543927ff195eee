// A candidate is given the verdict on another one.
#include <algorithm>

#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy store_reuse_verdict() {
  return {
      .summary = "A candidate is given the verdict on another one.",
      .kind = "store",
      .invariant = "document",
      .codes = {"verdict_missing", "store_corrupt", "candidate_changed"},
      .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
        const std::vector<std::size_t> promotions = store_steps(story, "promote");
        const std::size_t first = promotions[random.below(promotions.size() - 1)];
        const std::string one = story.find("steps")->items()[first].find("name")->text();
        const std::size_t at = *(std::find(promotions.begin(), promotions.end(), first) + 1);
        const std::string other = story.find("steps")->items()[at].find("name")->text();
        const std::size_t judge = store_steps(story, "judge", other).front();
        Change change = change_of(
            replace_at(step_pointer(judge),
                       Value::object({{"do", "put"},
                                      {"path", "verdicts/{" + other + "}.{record}"},
                                      {"from", "verdict"}})),
            add_at(step_pointer(first), Value::object({{"do", "remember"},
                                                       {"path", "verdicts/{" + one + "}.{record}"},
                                                       {"as", "verdict"}})));
        return change;
      }};
}

}  // namespace holdfast::mutations
