#include "core/coverage.h"

namespace holdfast::rules {

Rule coverage_overlap() {
  return {
      .summary = "Entries lie in the share of two rounds, or in one where none was folded.",
      .check_node =
          [](const Node& node, Report& report) {
            report_coverage_of(node, CoverageFault::kOverlap, report);
          },
      .check_pair = [](const Pair& pair,
                       Report& report) { report_coverage(pair, CoverageFault::kOverlap, report); }};
}

}  // namespace holdfast::rules
