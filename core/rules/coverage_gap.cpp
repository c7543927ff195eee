#include "core/coverage.h"

namespace holdfast::rules {

Rule coverage_gap() {
  return {
      .summary =
          "Entries lie in no share: neither folded in a round nor kept, or the share is not "
          "stated.",
      .check_node = [](const Node& node,
                       Report& report) { report_coverage_of(node, CoverageFault::kGap, report); },
      .check_pair = [](const Pair& pair,
                       Report& report) { report_coverage(pair, CoverageFault::kGap, report); }};
}

}  // namespace holdfast::rules
