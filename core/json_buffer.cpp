#include "core/json_buffer.h"

#include <algorithm>
#include <cstdint>

#include "core/json.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
constexpr std::size_t kWordBytes = sizeof(std::uint64_t);
constexpr std::size_t kKeptBytesMax = 1024 * 1024;

constexpr std::uint64_t eight_times(unsigned char byte) { return kOnes * byte; }

// Not zero exactly when one of eight bytes must be escaped: below 0x20, a quote or a backslash. A
// subtraction borrows only out of a byte that is such a one itself, so none is seen where none is.
std::uint64_t must_be_escaped(std::uint64_t word) {
  const std::uint64_t quote = word ^ eight_times('"');
  const std::uint64_t backslash = word ^ eight_times('\\');
  return ((word - eight_times(0x20)) | (quote - kOnes) | (backslash - kOnes)) & ~word & kHighBits;
}

bool must_be_escaped(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

}  // namespace

void JsonBuffer::clear() {
  size_ = 0;
  if (capacity_ > kKeptBytesMax) {
    bytes_.reset();
    capacity_ = 0;
  }
}

void JsonBuffer::grow(std::size_t bytes) {
  const std::size_t capacity = std::max({size_ + bytes, 2 * capacity_, std::size_t{4096}});
  auto bigger = std::make_unique<char[]>(capacity);
  if (size_ > 0) {
    std::memcpy(bigger.get(), bytes_.get(), size_);
  }
  bytes_ = std::move(bigger);
  capacity_ = capacity;
}

void JsonBuffer::string(std::string_view text) {
  char* const begin = room_for(text.size() + 2);
  char* const to = begin + 1;
  const char* const from = text.data();
  const std::size_t size = text.size();
  std::uint64_t found = 0;
  const auto word_at = [&](std::size_t i) {
    std::uint64_t word = 0;
    std::memcpy(&word, from + i, kWordBytes);
    std::memcpy(to + i, &word, kWordBytes);
    found |= must_be_escaped(word);
  };
  if (size >= kWordBytes) {
    for (std::size_t i = 0; i + kWordBytes <= size; i += kWordBytes) {
      word_at(i);
    }
    word_at(size - kWordBytes);  // the rest, with some of what was copied before
  } else {
    for (std::size_t i = 0; i < size; ++i) {
      to[i] = from[i];
      found |= must_be_escaped(from[i]) ? 1 : 0;
    }
  }
  if (found != 0) {
    std::string escaped;
    append_json_string(escaped, text);
    raw(escaped);
    return;
  }
  begin[0] = '"';
  to[size] = '"';
  size_ += size + 2;
}

}  // namespace holdfast
