// What the pair rules share: how two texts and two lists differ, said without showing either.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/rule.h"

namespace holdfast {

// Texts or ids, each once.
using Names = std::vector<std::string_view>;
template <typename Item>
Names names_of(const std::vector<Item>& items, std::string Item::*id) {
  Names names;
  names.reserve(items.size());
  for (const Item& item : items) {
    names.emplace_back(item.*id);
  }
  return names;
}
Names names_of(const std::vector<std::string>& texts);
std::unordered_map<std::string_view, std::size_t> index_by_name(const Names& names);

// Indices, ascending. Items are compared by their exact bytes; n log n.
struct ListDifference {
  std::vector<std::size_t> dropped;   // of `before`
  std::vector<std::size_t> invented;  // of `after`
};
ListDifference compare_names(const Names& before, const Names& after);
// The index in `after` of the first item that both sides hold and that stands in another order
// there.
std::optional<std::size_t> first_reordered(const Names& before, const Names& after);

// One finding for each dropped (or invented) item of the list `name`, with its place and length,
// and whether an item of the other side looks alike.
void report_dropped(const Names& before, const Names& after, std::string_view name, Report& report);
void report_invented(const Names& before, const Names& after, std::string_view name,
                     Report& report);
// The same for a list of texts; what the policy lets grow is not invented.
void report_dropped(const Pair& pair, std::string_view name, Report& report);
void report_invented(const Pair& pair, std::string_view name, Report& report);

// The same where items have ids: the id is the finding's item.
void report_ids_dropped(const Names& before, const Names& after, std::string_view field,
                        Report& report);
void report_ids_invented(const Names& before, const Names& after, std::string_view field,
                         Report& report);

// One finding when the two texts differ.
void report_changed(std::string_view before, std::string_view after, std::string_view field,
                    std::string item, Report& report, Value detail = Value::object());

// Whether one of a set of texts looks like another text; each is folded once.
class Lookalikes {
 public:
  // The candidates are not equal to any text that is asked for.
  explicit Lookalikes(const Names& candidates);
  bool contain(std::string_view text) const;

 private:
  std::unordered_set<std::string> folded_;
};

}  // namespace holdfast
