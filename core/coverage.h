// The share of the history that a round folded: which entries lie in no share, and which in two.
// Entries count from 1; a round folds [fromSeq, toSeq] and keeps everything from tailFromSeq on as
// it is.
#pragma once

#include "core/rule.h"

namespace holdfast {

// How much is covered, compared with what should be.
enum class CoverageFault : std::uint8_t { kGap, kOverlap };

// The faults of one document's `lineage` (DESIGN 2.2): a share that is missing or contradicts
// itself.
void report_coverage_of(const Node& node, CoverageFault fault, Report& report);
// Those between the record and the result.
void report_coverage(const Pair& pair, CoverageFault fault, Report& report);

}  // namespace holdfast
