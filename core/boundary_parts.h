// What belongs to each compaction of a session, for `trace` and `audit`.
//
// A compaction is a `boundary` entry. It took in what the one before had left (its summary, what
// was kept beside it and what was put back) and all that came since. The first `summary` behind it
// is its own; `kept` and `put_back` entries that carry its number say what else was left.
#pragma once

#include <vector>

#include "core/session.h"

namespace holdfast {

struct BoundaryParts {
  const Entry* boundary = nullptr;
  const Entry* summary = nullptr;        // nullptr where the session has none
  std::vector<const Entry*> taken_in{};  // in order; each once
  std::vector<const Entry*> kept{};      // the earlier entries themselves
  std::vector<const Entry*> put_back{};
};

// By boundary, in the session's order. The session has to outlive them.
std::vector<BoundaryParts> boundary_parts(const Session& session);

// Whether a summary is there and holds words: an encrypted one does not.
bool is_readable(const BoundaryParts& parts);

}  // namespace holdfast
