// What the pair rules share: how two texts and two lists differ, said without showing either.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/rule.h"

namespace holdfast {

// Indices, ascending. Items are compared by their exact bytes; n log n.
struct ListDifference {
  std::vector<std::size_t> dropped;   // of `before`
  std::vector<std::size_t> invented;  // of `after`
};
ListDifference compare_lists(const std::vector<std::string>& before,
                             const std::vector<std::string>& after);

// One finding for each dropped (or invented) item of the list `name`, with its place and length,
// and whether an item of the other side looks alike.
void report_dropped(const Pair& pair, std::string_view name, Report& report);
void report_invented(const Pair& pair, std::string_view name, Report& report);

// One finding when the two texts differ.
void report_changed(std::string_view before, std::string_view after, std::string_view field,
                    std::string item, Report& report);

// Whether one of a set of texts looks like another text; each is folded once.
class Lookalikes {
 public:
  // The candidates are not equal to any text that is asked for.
  explicit Lookalikes(const std::vector<std::string_view>& candidates);
  bool contain(std::string_view text) const;

 private:
  std::unordered_set<std::string> folded_;
};

// The effect ids of `writes` that `others` does not hold.
std::vector<std::string_view> effects_only_in(const std::vector<ExternalWrite>& writes,
                                              const std::vector<ExternalWrite>& others);

// By effect id, which is unique in a valid manifest.
std::unordered_map<std::string_view, const ExternalWrite*> writes_by_effect(
    const std::vector<ExternalWrite>& writes);

}  // namespace holdfast
