#include "core/utf16_order.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/check.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

constexpr std::size_t kKeyBytes = 8;
// Runs of so many keys are sorted by insertion and then merged.
constexpr std::size_t kRun = 8;
constexpr std::size_t kKeptTextsMax = 16 * 1024;
constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;

std::uint64_t load(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// The first byte of the text becomes the most significant one, whatever the machine's byte order.
std::uint64_t first_byte_on_top(std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::little) {
    return __builtin_bswap64(word);
  } else {
    return word;
  }
}

// The lead bytes F0..F4 (U+10000 and up: surrogates in UTF-16) go before EE and EF
// (U+E000..U+FFFF); all other bytes stand in the order of code units already.
std::uint64_t in_order_of_units(std::uint64_t key) {
  // A byte from EE up has its high bit set and its other bits carry into it when 0x12 is added.
  if (((((key & ~kHighBits) + 0x1212121212121212ULL) & key) & kHighBits) == 0) {
    return key;
  }
  std::uint64_t mapped = 0;
  for (int shift = 56; shift >= 0; shift -= 8) {
    std::uint64_t byte = key >> shift & 0xFF;
    byte = byte >= 0xF0 ? byte - 2 : byte >= 0xEE ? byte + 5 : byte;
    mapped = mapped << 8 | byte;
  }
  return mapped;
}

// The end of a text counts as zeros; where that leaves two keys equal the texts are compared.
std::uint64_t key_of(std::string_view rest) {
  if (rest.size() >= kKeyBytes) {
    return in_order_of_units(first_byte_on_top(load(rest.data())));
  }
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    key |= std::uint64_t{static_cast<unsigned char>(rest[i])} << (56 - 8 * i);
  }
  return in_order_of_units(key);
}

std::size_t shared_with(std::string_view a, std::string_view b, std::size_t size_max) {
  std::size_t i = 0;
  for (; i + kKeyBytes <= size_max; i += kKeyBytes) {
    const std::uint64_t differing = first_byte_on_top(load(a.data() + i) ^ load(b.data() + i));
    if (differing != 0) {
      return i + static_cast<std::size_t>(std::countl_zero(differing)) / 8;
    }
  }
  while (i < size_max && a[i] == b[i]) {
    ++i;
  }
  return i;
}

std::size_t shared_by_all(const std::vector<std::string_view>& texts) {
  std::size_t shared = texts.empty() ? 0 : texts.front().size();
  for (const std::string_view text : texts) {
    shared = shared_with(texts.front(), text, std::min(shared, text.size()));
  }
  return shared;
}

template <typename Key, typename Less>
void sort_short_run(Key* run, std::size_t size, Less less) {
  for (std::size_t i = 1; i < size; ++i) {
    const Key key = run[i];
    std::size_t at = i;
    for (; at > 0 && less(key, run[at - 1]); --at) {
      run[at] = run[at - 1];
    }
    run[at] = key;
  }
}

template <typename Key, typename Less>
void merge(const Key* from, std::size_t middle, std::size_t size, Key* to, Less less) {
  const Key* left = from;
  const Key* right = from + middle;
  const Key* const left_end = right;
  const Key* const right_end = from + size;
  while (left != left_end && right != right_end) {
    // Without a branch on the outcome, which no processor could foresee.
    const bool take_right = less(*right, *left);
    *to++ = *(take_right ? right : left);
    right += take_right ? 1 : 0;
    left += take_right ? 0 : 1;
  }
  to = std::copy(left, left_end, to);
  std::copy(right, right_end, to);
}

}  // namespace

void Utf16Order::clear() {
  if (texts_.capacity() > kKeptTextsMax) {
    *this = Utf16Order();
  }
  texts_.clear();
}

const std::vector<std::uint32_t>& Utf16Order::sort() {
  const std::size_t size = texts_.size();
  CHECK(size <= UINT32_MAX);
  const std::size_t shared = shared_by_all(texts_);
  keys_.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    keys_[i] = {key_of(texts_[i].substr(shared)), static_cast<std::uint32_t>(i)};
  }
  const auto less = [&](const Key& a, const Key& b) {
    return a.begin != b.begin
               ? a.begin < b.begin
               : less_utf16(texts_[a.index].substr(shared), texts_[b.index].substr(shared));
  };
  for (std::size_t i = 0; i < size; i += kRun) {
    sort_short_run(keys_.data() + i, std::min(kRun, size - i), less);
  }
  merged_.resize(size);
  for (std::size_t run = kRun; run < size; run *= 2) {
    for (std::size_t i = 0; i < size; i += 2 * run) {
      merge(keys_.data() + i, std::min(run, size - i), std::min(2 * run, size - i),
            merged_.data() + i, less);
    }
    keys_.swap(merged_);
  }
  order_.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    order_[i] = keys_[i].index;
  }
  return order_;
}

}  // namespace holdfast
