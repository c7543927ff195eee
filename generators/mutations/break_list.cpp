// A list holds an item twice, blank or ill-typed, or is no list.
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
            const TextList& list = random.pick(kTextLists);
            const std::vector<std::string>& items = document.*list.member;
            const std::string pointer = "/" + std::string(list.name);
            switch (random.below(5)) {
              case 0:
                if (!items.empty()) {
                  const std::size_t place = random.between(0, items.size());
                  return change_of(add_at(item_pointer(list.name, place), random.pick(items)));
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
