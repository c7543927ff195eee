// Two prohibitions are run together into one item: every word is still there, and neither can be
// looked up.
#include <utility>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy merge_prohibitions() {
  return {.summary = "Two prohibitions are run together into one item.",
          .invariant = "prohibition",
          .codes = {"prohibitions_dropped", "prohibitions_invented"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::vector<std::string>& list = document.prohibitions;
            if (list.size() < 2) {
              return std::nullopt;
            }
            const std::size_t first = random.below(list.size() - 1);
            const std::size_t second = random.between(first + 1, list.size() - 1);
            static constexpr std::string_view kBetween[] = {"; ", " / ", "、", " ", "\n"};
            std::string merged = list[first] + std::string(random.pick(kBetween)) + list[second];
            if (holds(list, merged)) {
              return std::nullopt;
            }
            return change_of(replace_at(item_pointer("prohibitions", first), std::move(merged)),
                             remove_at(item_pointer("prohibitions", second)));
          }};
}

}  // namespace holdfast::mutations
