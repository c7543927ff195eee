// What somebody who resumes from a context learns of each atom. The last thing between a compactor
// and a candidate manifest.
#pragma once

#include <cstddef>
#include <vector>

#include "generators/context.h"

namespace holdfast {

struct AtomReading {
  bool present = false;  // said, and said to be open
  Level level = Level::kVerbatim;
  Twist twist = Twist::kNone;
};

struct ContextReading {
  std::vector<AtomReading> atoms;  // by place
  std::vector<int> events;         // in the order in which the context tells them
  std::size_t invented = 0;        // constraints that nobody gave
};

// A ledger message, where there is one, is all that counts.
ContextReading read_context(const AtomTable& atoms, const Context& context);

}  // namespace holdfast
