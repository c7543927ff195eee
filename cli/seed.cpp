#include "cli/seed.h"

#include <sys/random.h>

namespace holdfast {
namespace {

constexpr std::uint64_t kDrawnSeedMax = 999'999'999;

}  // namespace

std::uint64_t draw_seed() {
  std::uint64_t seed = 0;
  return getrandom(&seed, sizeof seed, 0) == sizeof seed ? seed % (kDrawnSeedMax + 1) : 0;
}

}  // namespace holdfast
