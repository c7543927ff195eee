// xoshiro256** (Blackman and Vigna) over a state that splitmix64 fills from seed and stream. For
// one seed the map from stream to state is a bijection on 64 bits, so no two cases of a campaign
// share their numbers.
#include "generators/random.h"

#include "core/check.h"

namespace holdfast {
namespace {

__extension__ typedef unsigned __int128 Wide;

// 2^64 divided by the golden ratio, made odd: the step of splitmix64.
constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

std::uint64_t rotated(std::uint64_t value, int bits) {
  return (value << bits) | (value >> (64 - bits));
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream) {
  std::uint64_t walk = mixed(mixed(seed + kGolden) + stream * kGolden);
  for (std::uint64_t& word : state_) {
    walk += kGolden;
    word = mixed(walk);
  }
}

std::uint64_t Random::next() {
  const std::uint64_t result = rotated(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = rotated(state_[3], 45);
  return result;
}

// Lemire's multiplication: the high word is the number; the few low words that would favour some
// numbers are drawn again.
std::uint64_t Random::below(std::uint64_t bound) {
  CHECK(bound > 0);
  Wide product = Wide{next()} * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t unfair = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < unfair) {
      product = Wide{next()} * bound;
    }
  }
  return static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t Random::between(std::uint64_t low, std::uint64_t high) {
  CHECK(low <= high);
  const std::uint64_t span = high - low + 1;  // 0 for the whole range
  return span == 0 ? next() : low + below(span);
}

bool Random::chance(std::uint64_t numerator, std::uint64_t denominator) {
  return below(denominator) < numerator;
}

}  // namespace holdfast
