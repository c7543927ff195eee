// An old generation stands in the place of a newer one.
#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy store_replay_generation() {
  return {
      .summary = "An old generation stands in the place of a newer one.",
      .kind = "store",
      .invariant = "document",
      .codes = {"store_corrupt"},
      .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
        const std::vector<std::size_t> promotions = store_steps(story, "promote");
        const std::uint64_t last = promotions.size();
        const std::string old = "generations/" + std::to_string(random.between(1, last - 1));
        Change change = change_of(
            add_at("/steps/-", Value::object({{"do", "remember"}, {"path", old}, {"as", "old"}})),
            add_at("/steps/-", Value::object({{"do", "put"},
                                              {"path", "generations/" + std::to_string(last)},
                                              {"from", "old"}})));
        change.edits.push_back(add_at("/steps/-", store_step("read")));
        return change;
      }};
}

}  // namespace holdfast::mutations
