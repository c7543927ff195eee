// A first generation says that it has a parent, or a later one that it has none.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy parent_of_first() {
  return {.summary = "A first generation has a parent, or a later one has none.",
          .invariant = "lineage",
          .codes = {"lineage_parent_mismatch"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            if (document.lineage.generation > 0) {
              return change_of(replace_at("/lineage/parent", Value()));
            }
            return change_of(replace_at("/lineage/parent", "sc2:sha256:" + new_digest(random)));
          }};
}

}  // namespace holdfast::mutations
