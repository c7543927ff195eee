// A promotion expects a generation that is no longer current.
#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy store_old_expectation() {
  return {
      .summary = "A promotion expects a generation that is no longer current.",
      .kind = "store",
      .invariant = "document",
      .codes = {"promotion_conflict"},
      .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
        const std::vector<std::size_t> promotions = store_steps(story, "promote");
        const std::size_t at = random.pick(promotions);
        const std::string name = story.find("steps")->items()[at].find("name")->text();
        const std::int64_t expect = story.find("steps")->items()[at].find("expect")->integer();
        if (expect == 0) {
          return std::nullopt;
        }
        return change_of(replace_at(
            step_pointer(at) + "/expect",
            Value(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(expect))))));
      }};
}

}  // namespace holdfast::mutations
