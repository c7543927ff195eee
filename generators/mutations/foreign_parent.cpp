// The result says that it follows another manifest.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy foreign_parent() {
  return {.summary = "The result says that it follows another manifest.",
          .invariant = "lineage",
          .codes = {"lineage_parent_mismatch"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::string& parent = document.lineage.parent;
            if (parent.empty()) {
              return std::nullopt;
            }
            if (random.chance(1, 3)) {
              // The same digits under another rule set are another checksum.
              const std::string other = parent.starts_with("sc1") ? "sc2" : "sc1";
              return change_of(replace_at("/lineage/parent", other + parent.substr(3)));
            }
            return change_of(replace_at("/lineage/parent", "sc2:sha256:" + new_digest(random)));
          }};
}

}  // namespace holdfast::mutations
