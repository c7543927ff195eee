// What the pair rules share: how two texts and two lists differ, said without showing either.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
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

// Whether one of the candidates differs from the text and looks like it. Only the first few are
// looked at.
bool any_looks_alike(std::string_view text, const std::vector<std::string_view>& candidates);
// The first few effect ids of `writes` that `others` does not hold.
std::vector<std::string_view> effects_only_in(const std::vector<ExternalWrite>& writes,
                                              const std::vector<ExternalWrite>& others);

// By effect id, which is unique in a valid manifest.
std::unordered_map<std::string_view, const ExternalWrite*> writes_by_effect(
    const std::vector<ExternalWrite>& writes);

}  // namespace holdfast
