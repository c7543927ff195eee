// The pointer is gone.
#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy store_lose_pointer() {
  return {.summary = "The pointer is gone.",
          .kind = "store",
          .invariant = "document",
          .codes = {"store_corrupt"},
          .make_story = [](const Value& /*story*/, Random& /*random*/) -> std::optional<Change> {
            return change_of(
                add_at("/steps/-", Value::object({{"do", "erase"}, {"path", "CURRENT"}})),
                add_at("/steps/-", store_step("init")));
          }};
}

}  // namespace holdfast::mutations
