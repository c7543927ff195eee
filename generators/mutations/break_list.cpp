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

// The items of `externalWrites` are judged by a rule of their own.
std::optional<Change> break_of_v2(const Manifest& document, Random& random) {
  static constexpr std::array<std::string_view, 9> kLists = {
      "completedPhases", "prohibitions", "completionChecks",    "canonical", "events",
      "directives",      "obligations",  "consumedAuthorities", "writes"};
  const std::size_t chosen = random.below(kLists.size());
  std::string pointer = "/" + std::string(kLists[chosen]);
  const bool texts = chosen < 3;
  if (kLists[chosen] == "writes") {
    return change_of(replace_at("/externalWrites", Value::object()));
  }
  if (kLists[chosen] == "obligations") {
    const auto directive = any_of(document.directives, random);
    pointer = directive ? member_pointer("directives", *directive, "obligations") : "/canonical";
  }
  const Value whole = to_value(document);
  const std::vector<Value>& items = resolve_pointer(whole, pointer)->items();
  switch (random.below(4)) {
    case 0:
      if (!items.empty()) {
        const std::size_t place = random.between(0, items.size());
        return change_of(add_at(pointer + "/" + std::to_string(place), random.pick(items)));
      }
      [[fallthrough]];
    case 1: {
      // An object is what the other lists ask for; a text is right in the lists of texts.
      Value item = random.chance(1, 2) ? Value() : Value(3);
      if (random.chance(1, 2)) {
        item = texts ? Value(invisible_text(random)) : Value("see above");
      }
      return change_of(add_at(pointer + "/-", std::move(item)));
    }
    case 2:
      return change_of(replace_at(pointer, "none"));
    default:
      return change_of(replace_at(pointer, Value::object()));
  }
}

}  // namespace

Strategy break_list() {
  return {.summary = "A list holds an item twice, blank or ill-typed, or is no list.",
          .invariant = "document",
          .codes = {"invalid_list"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (is_v2(document)) {
              return break_of_v2(document, random);
            }
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
