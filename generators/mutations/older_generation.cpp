// The result of an earlier generation is handed in as the present one.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy older_generation() {
  return {.summary = "The result says that it is of an earlier generation.",
          .invariant = "lineage",
          .codes = {"lineage_stale"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::int64_t generation = document.lineage.generation;
            if (generation < 1) {
              return std::nullopt;
            }
            Change change;
            if (generation == 1) {
              // The first generation has neither parent nor share.
              change = change_of(replace_at("/lineage/parent", Value()),
                                 replace_at("/lineage/coverage", Value()));
            }
            const std::int64_t back = generation == 1
                                          ? 1
                                          : static_cast<std::int64_t>(random.between(
                                                1, static_cast<std::uint64_t>(generation) - 1));
            change.edits.push_back(replace_at("/lineage/generation", generation - back));
            return change;
          }};
}

}  // namespace holdfast::mutations
