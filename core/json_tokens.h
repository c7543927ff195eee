// The tokens of JSON as bytes: strings that can be taken as they stand, found eight bytes at a
// time, and what a number may look like. For the reader (core/json.cpp) alone; inline, since it
// calls them for every value.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace holdfast {

inline constexpr std::int64_t kJsonIntegerMax = (std::int64_t{1} << 53) - 1;

namespace json_bytes {

inline constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
inline constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
inline constexpr std::size_t kWordBytes = sizeof(std::uint64_t);

inline std::uint64_t word_at(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, kWordBytes);
  return word;
}

// Not zero exactly when one of the eight bytes is this one.
inline std::uint64_t holds(std::uint64_t word, unsigned char byte) {
  const std::uint64_t differing = word ^ (kOnes * byte);
  return (differing - kOnes) & ~differing & kHighBits;
}

// One high bit for each byte that is an opening bracket of either kind: 0x5B and 0x7B.
inline std::uint64_t opening_brackets(std::uint64_t word) {
  const std::uint64_t differing = (word | (kOnes * 0x20)) ^ (kOnes * '{');
  // Exact in each byte: nothing is carried from one to the next.
  return ~(((differing & ~kHighBits) + ~kHighBits) | differing) & kHighBits;
}

// Not zero exactly when one of the eight bytes is EF or more: the lead bytes of the noncharacters.
inline std::uint64_t may_begin_noncharacter(std::uint64_t word) {
  return ((word & ~kHighBits) + kOnes * 0x11) & word & kHighBits;
}

struct RawText {
  std::string_view text;       // up to the closing quote
  bool as_it_stands = false;   // no escape; otherwise `text` is of no use
  bool to_be_checked = false;  // may hold a noncharacter
};

// Where in memory the first of the marked bytes is; `marks` has high bits only, at least one.
// Marks of holds() above the first may be wrong, the first is not.
inline std::size_t first_marked(std::uint64_t marks) {
  if constexpr (std::endian::native == std::endian::little) {
    return static_cast<std::size_t>(std::countr_zero(marks)) / 8;
  } else {
    return 0;  // the bytes are looked at one by one
  }
}

// `begin` is behind the opening quote; the grammar has been checked, so there is a closing one
// before `end`.
inline RawText raw_text(const char* begin, const char* end) {
  RawText found;
  const char* at = begin;
  for (; end - at >= static_cast<std::ptrdiff_t>(kWordBytes); at += kWordBytes) {
    const std::uint64_t word = word_at(at);
    // Too much may be looked at, behind the closing quote: that costs a check and changes nothing.
    found.to_be_checked |= may_begin_noncharacter(word) != 0;
    if (const auto marks = holds(word, '"') | holds(word, '\\'); marks != 0) {
      at += first_marked(marks);
      break;
    }
  }
  for (; at != end && *at != '\\'; ++at) {
    if (*at == '"') {
      found.text = {begin, static_cast<std::size_t>(at - begin)};
      found.as_it_stands = true;
      break;
    }
    found.to_be_checked |= static_cast<unsigned char>(*at) >= 0xEF;
  }
  return found;
}

inline std::string_view trimmed(std::string_view token) {
  while (!token.empty() && (token.back() == ' ' || token.back() == '\t' || token.back() == '\n' ||
                            token.back() == '\r')) {
    token.remove_suffix(1);
  }
  return token;
}

inline bool plain_integer(std::string_view token, std::int64_t& number) {
  const bool negative = !token.empty() && token[0] == '-';
  const std::string_view digits = token.substr(negative ? 1 : 0);
  if (digits.empty() || digits.size() > 16 ||
      (digits[0] == '0' && (digits.size() > 1 || negative))) {
    return false;
  }
  number = 0;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') {
      return false;
    }
    number = number * 10 + (digit - '0');
  }
  if (number > kJsonIntegerMax) {
    return false;
  }
  number = negative ? -number : number;
  return true;
}

// Whether the token is a number at all under RFC 8259, so that "1.5" is a refused number and "1x"
// is no JSON.
inline bool json_number(std::string_view token) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t begin = i;
    while (i < token.size() && token[i] >= '0' && token[i] <= '9') {
      ++i;
    }
    return i - begin;
  };
  if (i < token.size() && token[i] == '-') {
    ++i;
  }
  const std::size_t integer_begin = i;
  const std::size_t integer_digits = digits();
  if (integer_digits == 0 || (integer_digits > 1 && token[integer_begin] == '0')) {
    return false;
  }
  if (i < token.size() && token[i] == '.') {
    ++i;
    if (digits() == 0) {
      return false;
    }
  }
  if (i < token.size() && (token[i] == 'e' || token[i] == 'E')) {
    ++i;
    if (i < token.size() && (token[i] == '+' || token[i] == '-')) {
      ++i;
    }
    if (digits() == 0) {
      return false;
    }
  }
  return i == token.size();
}

}  // namespace json_bytes
}  // namespace holdfast
