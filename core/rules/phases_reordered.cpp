// Phases that both sides hold stand in another order.
#include <algorithm>

#include "core/difference.h"
#include "core/rule.h"

namespace holdfast::rules {

namespace {

std::vector<std::size_t> kept(std::size_t size, const std::vector<std::size_t>& removed) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < size; ++i) {
    if (!std::binary_search(removed.begin(), removed.end(), i)) {
      indices.push_back(i);
    }
  }
  return indices;
}

}  // namespace

Rule phases_reordered() {
  return {.summary = "Phases that both sides hold stand in another order.",
          .check_pair = [](const Pair& pair, Report& report) {
            const auto& before = pair.before.completed_phases;
            const auto& after = pair.after.completed_phases;
            const ListDifference difference = compare_lists(before, after);
            const auto kept_before = kept(before.size(), difference.dropped);
            const auto kept_after = kept(after.size(), difference.invented);
            for (std::size_t i = 0; i < kept_after.size(); ++i) {
              if (before[kept_before[i]] != after[kept_after[i]]) {
                report.add("completedPhases", "/completedPhases/" + std::to_string(kept_after[i]));
                return;
              }
            }
          }};
}

}  // namespace holdfast::rules
