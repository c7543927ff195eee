// compaction-audit/v1: what one compaction took in, what of it stands in the new context and how,
// and what came out. Ids, reasons, counts, sizes, digests; no content.
//
// Invariant: what was taken in is kept, folded or dropped, each entry once.
#pragma once

#include <cstdint>
#include <string>

#include "core/result.h"
#include "core/session.h"
#include "core/value.h"

namespace holdfast {

struct AuditSource {
  std::string sha256;  // of the session's file, in hex
  std::uint64_t size_bytes = 0;
};

// A shorter summary could be guessed from its digest, so it has none.
inline constexpr std::size_t kSummaryDigestBytesMin = 256;

// Boundary 0 is the newest. Errors: the session has no such boundary.
Result<Value> audit_boundary(const Session& session, std::uint32_t boundary,
                             const AuditSource& source);

}  // namespace holdfast
