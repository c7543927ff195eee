// The lists that have no order stand in another one: all but completedPhases.
#include <algorithm>
#include <utility>

#include "generators/strategy_tools.h"

namespace holdfast::controls {

namespace {

// Never the order that it was: the first item moves to another place at least.
template <typename T>
std::vector<T> reordered(std::vector<T> items, Random& random) {
  const std::size_t place = random.between(1, items.size() - 1);
  std::swap(items[0], items[place]);
  std::vector<T> rest(items.begin() + 1, items.end());
  random.shuffle(rest);
  std::move(rest.begin(), rest.end(), items.begin() + 1);
  return items;
}

}  // namespace

Control reorder_unordered_lists() {
  return {.summary = "The lists that have no order stand in another one.",
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            Change change;
            for (const std::string_view list :
                 {"consumedAuthorities", "prohibitions", "completionChecks"}) {
              const std::vector<std::string> items = list_texts(document, list);
              if (items.size() > 1) {
                change.edits.push_back(
                    replace_at("/" + std::string(list), Value::array_of(reordered(items, random))));
              }
            }
            if (document.external_writes.size() > 1) {
              Value writes = Value::array();
              for (const ExternalWrite& write : reordered(document.external_writes, random)) {
                writes.append(write_value(write.operation, write.effect_id, to_text(write.status)));
              }
              change.edits.push_back(replace_at("/externalWrites", std::move(writes)));
            }
            if (change.edits.empty()) {
              return std::nullopt;
            }
            return change;
          }};
}

}  // namespace holdfast::controls
