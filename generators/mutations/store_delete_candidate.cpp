// The candidate is gone when it is promoted.
#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy store_delete_candidate() {
  return {.summary = "The candidate is gone when it is promoted.",
          .kind = "store",
          .invariant = "document",
          .codes = {"candidate_changed"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            const std::vector<std::size_t> promotions = store_steps(story, "promote");
            const std::size_t at = random.pick(promotions);
            const std::string name = story.find("steps")->items()[at].find("name")->text();
            Value erase = Value::object({{"do", "erase"}, {"path", "candidates/{" + name + "}"}});
            return change_of(add_at(step_pointer(at), std::move(erase)));
          }};
}

}  // namespace holdfast::mutations
