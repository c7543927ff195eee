// The same as a resume-manifest/v2: what a session says beyond the first version. docs/extract.md
// has the table.
#pragma once

#include "core/extract.h"

namespace holdfast {

inline constexpr std::size_t kEventsMax = 400;      // the newest, calls with their results
inline constexpr std::size_t kDirectivesMax = 200;  // the newest

// Of generation 0. Always valid, like extract_manifest.
Extraction extract_manifest_v2(const Session& session, std::uint64_t last_seq = 0);

}  // namespace holdfast
