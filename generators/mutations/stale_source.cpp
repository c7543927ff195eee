// The result was made from other bytes than those that were to be compacted.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy stale_source() {
  return {.summary = "The result was made from other source bytes.",
          .invariant = "lineage",
          .codes = {"lineage_stale"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            return change_of(replace_at("/lineage/sourceSha256", new_digest(random)));
          }};
}

}  // namespace holdfast::mutations
