// The only source of randomness. The same seed gives the same numbers on every machine, compiler
// and sanitizer build, so no std::uniform_* (their results are not specified).
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace holdfast {

// A statement draws at most once, unless `?:`, `&&` or a comma between statements puts its draws in
// order: compilers evaluate the arguments of a call in different orders.
class Random {
 public:
  // Different streams of one seed are independent: a campaign uses the case index.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  std::uint64_t next();
  // 0 .. bound-1, without bias. bound > 0.
  std::uint64_t below(std::uint64_t bound);
  // low .. high, both included.
  std::uint64_t between(std::uint64_t low, std::uint64_t high);
  bool chance(std::uint64_t numerator, std::uint64_t denominator);

  template <typename Container>
  const auto& pick(const Container& items) {
    return items[static_cast<std::size_t>(below(std::size(items)))];
  }
  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t last = items.size(); last > 1; --last) {
      std::swap(items[last - 1], items[static_cast<std::size_t>(below(last))]);
    }
  }

 private:
  std::uint64_t state_[4];
};

}  // namespace holdfast
