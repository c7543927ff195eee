// A seed for a run whose user gave none.
#pragma once

#include <cstdint>

namespace holdfast {

// Short enough to be typed again.
std::uint64_t draw_seed();

}  // namespace holdfast
