// The pointer is cut, empty, or points to nothing.
#include "generators/store_stories.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy store_spoil_pointer() {
  return {.summary = "The pointer is cut, empty, or points to nothing.",
          .kind = "store",
          .invariant = "document",
          .codes = {"store_corrupt"},
          .make_story = [](const Value& /*story*/, Random& random) -> std::optional<Change> {
            constexpr std::string_view kTexts[] = {"", "{", "\n", "{}\n", "{\"generation\":99}\n"};
            return change_of(add_at("/steps/-", Value::object({{"do", "put"},
                                                               {"path", "CURRENT"},
                                                               {"text", random.pick(kTexts)}})),
                             add_at("/steps/-", store_step("read")));
          }};
}

}  // namespace holdfast::mutations
