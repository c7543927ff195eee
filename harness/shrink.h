// Makes a failing case smaller while it keeps failing in the same way: the same violated invariants
// by the oracle, the same outcome by the subject. Domain passes: drop list items that both sides
// share, then shorten texts that both sides share.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/block.h"

namespace holdfast {

struct Shrunk {
  Case smallest;
  bool minimal = false;  // a full round of passes found nothing more to drop
  std::uint64_t calls = 0;
};

// nullopt where there is nothing to work on: one side is raw bytes, or the outcome is no plain
// verdict (accepted, false alarm, wrong reason).
std::optional<Shrunk> shrink_case(const Case& failing, const BucketKey& key,
                                  const SubjectFactory& factory, std::uint64_t calls_max);

}  // namespace holdfast
