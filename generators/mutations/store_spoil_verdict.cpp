// The verdict of the current generation was changed afterwards.
#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy store_spoil_verdict() {
  return {.summary = "The verdict of the current generation was changed afterwards.",
          .kind = "store",
          .invariant = "document",
          .codes = {"store_corrupt"},
          .make_story = [](const Value& story, Random& random) -> std::optional<Change> {
            static_cast<void>(random);
            const std::vector<std::size_t> promotions = store_steps(story, "promote");
            const std::string name =
                story.find("steps")->items()[promotions.back()].find("name")->text();
            return change_of(add_at(step_pointer(promotions.back()),
                                    Value::object({{"do", "put"},
                                                   {"path", "verdicts/{" + name + "}.{record}"},
                                                   {"text", "{}"}})));
          }};
}

}  // namespace holdfast::mutations
