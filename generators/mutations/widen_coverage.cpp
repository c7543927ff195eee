// The result says that it holds more entries than were folded: those count twice, or were dropped
// unread.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy widen_coverage() {
  return {.summary = "The result covers more entries than were folded.",
          .invariant = "lineage",
          .codes = {"coverage_overlap"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            if (!document.lineage.coverage) {
              return change_of(
                  replace_at("/lineage/coverage",
                             Value::object({{"fromSeq", 1}, {"toSeq", 8}, {"tailFromSeq", 9}})));
            }
            const Coverage& coverage = *document.lineage.coverage;
            if (coverage.from_seq > 1 && random.chance(1, 2)) {
              return change_of(replace_at("/lineage/coverage/fromSeq", coverage.from_seq - 1));
            }
            const auto more = static_cast<std::int64_t>(random.between(1, 50));
            return change_of(
                replace_at("/lineage/coverage/toSeq", coverage.to_seq + more),
                replace_at("/lineage/coverage/tailFromSeq", coverage.tail_from_seq + more));
          }};
}

}  // namespace holdfast::mutations
