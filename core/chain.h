// A chain of generations, judged at every link and against the origin (law 4). What each link
// allows can add up to what the origin never allowed: masks on top of masks, one approval used
// twice, a spliced record, evidence that no log holds. So the last manifest is also compared with
// the first one plus all evidence.
#pragma once

#include <optional>
#include <vector>

#include "core/compaction.h"

namespace holdfast {

struct ChainLink {
  Document manifest;                // of this generation; the origin's comes first
  const Value* evidence = nullptr;  // of the round that led here; the origin has none
  std::optional<Document>
      before;  // what the link was judged against, where it is not the one before it
};

// All evidence as the runtime recorded it, by link, the origin's place (unused) first. Absent: the
// links' own evidence.
using EvidenceLog = std::vector<const Value*>;

// Findings carry the round they belong to in `link`, null for those against the origin. The
// verdict's documents and checksums are those of the first and the last manifest. Only `policy`,
// `rules`, `deny_by_default` and `checksums` of the options count.
Verdict check_chain(const std::vector<ChainLink>& links, const std::optional<EvidenceLog>& log = {},
                    const CheckOptions& options = {});

}  // namespace holdfast
