// The pointer is put back to an older generation.
#include <algorithm>

#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy store_roll_back() {
  return {
      .summary = "The pointer is put back to an older generation.",
      .kind = "store",
      .invariant = "document",
      .codes = {"promotion_conflict", "verdict_missing", "store_corrupt"},
      .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
        const std::vector<std::size_t> promotions = store_steps(story, "promote");
        const std::size_t first = promotions[random.below(promotions.size() - 1)];
        const std::size_t next = *(std::find(promotions.begin(), promotions.end(), first) + 1);
        return change_of(
            add_at(step_pointer(next + 1),
                   Value::object({{"do", "put"}, {"path", "CURRENT"}, {"from", "pointer"}})),
            add_at(step_pointer(first + 1),
                   Value::object({{"do", "remember"}, {"path", "CURRENT"}, {"as", "pointer"}})));
      }};
}

}  // namespace holdfast::mutations
