#include "core/session_text.h"

#include <cstring>

#include "core/unicode.h"

namespace holdfast {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

// Eight bytes at a time, all of them ASCII and none of them NUL: nearly all of a session is that.
std::size_t skip_plain_words(std::string_view bytes, std::size_t at) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  while (at + 8 <= bytes.size()) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    if ((word & kHighBits) != 0 || ((word - kOnes) & ~word & kHighBits) != 0) {
      break;
    }
    at += 8;
  }
  return at;
}

// Of a well-formed sequence of `size` bytes.
bool is_refused_character(std::string_view bytes, std::size_t at, std::size_t size) {
  if (size == 1) {
    return bytes[at] == '\0';
  }
  const auto lead = static_cast<unsigned char>(bytes[at]);
  if (lead != 0xEF && lead < 0xF0) {
    return false;
  }
  std::size_t offset = at;
  return is_noncharacter(next_code_point(bytes, offset));
}

}  // namespace

std::size_t utf8_sequence_bytes(std::string_view bytes, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[at + i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) {
    return 1;
  }
  const std::size_t size = lead < 0xC2   ? 0
                           : lead < 0xE0 ? 2
                           : lead < 0xF0 ? 3
                           : lead < 0xF5 ? 4
                                         : 0;
  if (size == 0 || bytes.size() - at < size) {
    return 0;
  }
  for (std::size_t i = 1; i < size; ++i) {
    if (!is_continuation(byte(i))) {
      return 0;
    }
  }
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
  const bool beyond = lead == 0xF4 && byte(1) >= 0x90;
  return overlong || surrogate || beyond ? 0 : size;
}

bool is_clean_text(std::string_view text) {
  std::size_t at = 0;
  while ((at = skip_plain_words(text, at)) < text.size()) {
    const std::size_t size = utf8_sequence_bytes(text, at);
    if (size == 0 || is_refused_character(text, at, size)) {
      return false;
    }
    at += size;
  }
  return true;
}

std::string clean_text(std::string raw, TextRepairs& repairs) {
  std::string out;
  std::size_t copied = 0;  // everything before it is in `out`
  std::size_t at = 0;
  while ((at = skip_plain_words(raw, at)) < raw.size()) {
    const std::size_t size = utf8_sequence_bytes(raw, at);
    if (size != 0 && !is_refused_character(raw, at, size)) {
      at += size;
      continue;
    }
    ++(size == 0 ? repairs.bytes : repairs.characters);
    out.append(raw, copied, at - copied);
    out.append(kReplacement);
    at += size == 0 ? 1 : size;
    copied = at;
  }
  if (copied == 0) {
    return raw;
  }
  out.append(raw, copied);
  return out;
}

std::string_view cut_text(std::string_view text, std::size_t code_points_max) {
  if (text.size() <= code_points_max) {
    return text;
  }
  std::size_t count = 0;
  std::size_t at = 0;
  while (at < text.size() && count < code_points_max) {
    next_code_point(text, at);
    ++count;
  }
  return text.substr(0, at);
}

std::string_view trim_text(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n\v\f";
  const std::size_t from = text.find_first_not_of(kSpaces);
  if (from == std::string_view::npos) {
    return {};
  }
  return text.substr(from, text.find_last_not_of(kSpaces) - from + 1);
}

}  // namespace holdfast
