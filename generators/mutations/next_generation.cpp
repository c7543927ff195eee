// The result says that it is of a later generation than the one that was compacted.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy next_generation() {
  return {
      .summary = "The result says that it is of a later generation.",
      .invariant = "lineage",
      .codes = {"lineage_parent_mismatch"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        const Lineage& lineage = document.lineage;
        if (!lineage.coverage) {
          return std::nullopt;
        }
        Change change = change_of(
            replace_at("/lineage/generation", lineage.generation + (random.chance(1, 2) ? 1 : 2)));
        if (random.chance(1, 2)) {
          change.edits.push_back(replace_at("/lineage/parent", "sc2:sha256:" + new_digest(random)));
        }
        return change;
      }};
}

}  // namespace holdfast::mutations
