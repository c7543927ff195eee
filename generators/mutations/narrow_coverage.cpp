// The result says that it holds fewer entries than were folded: the rest is in no share.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy narrow_coverage() {
  return {.summary = "The result covers fewer entries than were folded.",
          .invariant = "lineage",
          .codes = {"coverage_gap"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!document.lineage.coverage) {
              return std::nullopt;
            }
            const Coverage& coverage = *document.lineage.coverage;
            const std::uint64_t draw = random.below(4);
            if (draw == 0 || coverage.from_seq >= coverage.to_seq) {
              return change_of(random.chance(1, 2) ? replace_at("/lineage/coverage", Value())
                                                   : replace_at("/lineage/coverage/tailFromSeq",
                                                                coverage.tail_from_seq + 1));
            }
            const auto less = static_cast<std::int64_t>(
                random.between(1, static_cast<std::uint64_t>(coverage.to_seq - coverage.from_seq)));
            if (draw == 1) {
              return change_of(replace_at("/lineage/coverage/fromSeq", coverage.from_seq + less));
            }
            return change_of(
                replace_at("/lineage/coverage/toSeq", coverage.to_seq - less),
                replace_at("/lineage/coverage/tailFromSeq", coverage.tail_from_seq - less));
          }};
}

}  // namespace holdfast::mutations
