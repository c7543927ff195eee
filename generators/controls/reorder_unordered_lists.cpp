// The lists that have no order stand in another one: all but completedPhases and events.
#include <algorithm>
#include <utility>

#include "generators/strategy_tools.h"

namespace holdfast::controls {

namespace {

// Never the order that it was: the first item moves to another place at least.
std::vector<Value> reordered(std::vector<Value> items, Random& random) {
  const std::size_t place = random.between(1, items.size() - 1);
  std::swap(items[0], items[place]);
  std::vector<Value> rest(items.begin() + 1, items.end());
  random.shuffle(rest);
  std::move(rest.begin(), rest.end(), items.begin() + 1);
  return items;
}

}  // namespace

Control reorder_unordered_lists() {
  return {.summary = "The lists that have no order stand in another one.",
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            std::vector<std::string> pointers = {"/consumedAuthorities", "/prohibitions",
                                                 "/completionChecks", "/externalWrites"};
            if (is_v2(document)) {
              pointers.emplace_back("/canonical");
              for (std::size_t i = 0; i < document.directives.size(); ++i) {
                pointers.push_back(member_pointer("directives", i, "obligations"));
              }
              // Last: the directives take their obligations along.
              pointers.emplace_back("/directives");
            }
            Value changed = to_value(document);
            Change change;
            for (std::string& pointer : pointers) {
              Value& list = *resolve_pointer(changed, pointer);
              if (list.size() > 1) {
                list.items() = reordered(std::move(list.items()), random);
                change.edits.push_back(replace_at(std::move(pointer), list));
              }
            }
            if (change.edits.empty()) {
              return std::nullopt;
            }
            return change;
          }};
}

}  // namespace holdfast::controls
