// A list holds an item twice, blank or ill-typed, or is no list.
#include <array>

#include "generators/lookalike.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

namespace {

Value ill_typed(Random& random) {
  switch (random.below(4)) {
    case 0:
      return Value();
    case 1:
      return Value(3);
    case 2:
      return Value::object({{"text", "see above"}});
    default:
      return Value::array({Value("see above")});
  }
}

}  // namespace

Strategy break_list() {
  return {.summary = "A list holds an item twice, blank or ill-typed, or is no list.",
          .invariant = "document",
          .codes = {"invalid_list"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            static constexpr std::array<std::string_view, 4> kLists = {
                "completedPhases", "consumedAuthorities", "prohibitions", "completionChecks"};
            const std::string_view list = random.pick(kLists);
            const std::vector<std::string> items = list_texts(document, list);
            const std::string pointer = "/" + std::string(list);
            switch (random.below(5)) {
              case 0:
                if (!items.empty()) {
                  const std::size_t place = random.between(0, items.size());
                  return change_of(add_at(item_pointer(list, place), random.pick(items)));
                }
                [[fallthrough]];
              case 1:
                return change_of(add_at(pointer + "/-", invisible_text(random)));
              case 2:
                return change_of(add_at(pointer + "/-", ill_typed(random)));
              case 3:
                return change_of(replace_at(pointer, items.empty() ? "none" : items.front()));
              default:
                return change_of(
                    replace_at(random.chance(1, 2) ? pointer : "/externalWrites", Value::object()));
            }
          }};
}

}  // namespace holdfast::mutations
