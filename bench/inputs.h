// The documents that the benchmarks run on, the same in every run.
#pragma once

#include <cstddef>

#include "core/manifest.h"

namespace holdfast::bench {

// A v1 manifest with `items` items in each of its five lists, none of them in sorted order. With 8
// items its text has 1.9 KB.
Manifest manifest_with(std::size_t items);

// The same meaning, with the unordered lists in another order.
Manifest shuffled(Manifest manifest);

// All lists empty.
Manifest emptied(Manifest manifest);

}  // namespace holdfast::bench
