// The candidate's bytes are others when it is promoted than when it was judged.
#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy store_swap_candidate() {
  return {
      .summary = "The candidate's bytes are others when it is promoted than when it was judged.",
      .kind = "store",
      .invariant = "document",
      .codes = {"candidate_changed"},
      .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
        const std::vector<std::size_t> promotions = store_steps(story, "promote");
        const std::size_t at = random.pick(promotions);
        const std::string name = story.find("steps")->items()[at].find("name")->text();
        Value put =
            Value::object({{"do", "put"}, {"path", "candidates/{" + name + "}"}, {"text", "{}"}});
        return change_of(add_at(step_pointer(at), std::move(put)));
      }};
}

}  // namespace holdfast::mutations
