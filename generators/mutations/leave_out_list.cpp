// A list is absent or null, an empty one where the document has any: no items and no list are not
// the same. A reader with default values takes them for it.
#include <array>
#include <string>
#include <vector>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy leave_out_list() {
  return {
      .summary = "A list, empty where there is one, is absent or null.",
      .invariant = "document",
      .codes = {"required_missing"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        static constexpr std::array<std::string_view, 5> kLists = {
            "completedPhases", "externalWrites", "consumedAuthorities", "prohibitions",
            "completionChecks"};
        const Value value = to_value(document);
        std::vector<std::string_view> lists;
        for (const std::string_view list : kLists) {
          if (value.find(list)->size() == 0) {
            lists.push_back(list);
          }
        }
        const std::string pointer =
            "/" + std::string(lists.empty() ? random.pick(kLists) : random.pick(lists));
        return change_of(random.chance(1, 2) ? remove_at(pointer) : replace_at(pointer, Value()));
      }};
}

}  // namespace holdfast::mutations
