#include "core/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "core/check.h"

namespace holdfast {

std::string unicode_version() { return utf8proc_unicode_version(); }

char32_t next_code_point(std::string_view text, std::size_t& offset) {
  const auto byte = static_cast<unsigned char>(text[offset]);
  if (byte < 0x80) {
    ++offset;
    return byte;
  }
  utf8proc_int32_t code_point = 0;
  const auto used =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + offset,
                       static_cast<utf8proc_ssize_t>(text.size() - offset), &code_point);
  CHECK(used > 0);
  offset += static_cast<std::size_t>(used);
  return static_cast<char32_t>(code_point);
}

void append_code_point(std::string& out, char32_t code_point) {
  utf8proc_uint8_t bytes[4];
  const auto used = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code_point), bytes);
  out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(used));
}

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

bool is_noncharacter(char32_t code_point) {
  return (code_point >= 0xFDD0 && code_point <= 0xFDEF) || (code_point & 0xFFFE) == 0xFFFE;
}

namespace {

const utf8proc_property_t& property(char32_t code_point) {
  return *utf8proc_get_property(static_cast<utf8proc_int32_t>(code_point));
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

bool is_visible(char32_t code_point) {
  if (code_point < 0x80) {
    return code_point > 0x20 && code_point != 0x7F;
  }
  const utf8proc_property_t& p = property(code_point);
  if (p.ignorable) {
    return false;
  }
  switch (p.category) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return false;
    default:
      // U+2800 BRAILLE PATTERN BLANK is a symbol by category and blank to the eye.
      return code_point != 0x2800;
  }
}

bool is_white_space(char32_t code_point) {
  if (code_point < 0x80) {
    return code_point == ' ' || (code_point >= 0x09 && code_point <= 0x0D);
  }
  if (code_point == 0x85) {
    return true;
  }
  const auto category = property(code_point).category;
  return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
         category == UTF8PROC_CATEGORY_ZP;
}

bool is_line_break(char32_t code_point) {
  return (code_point >= 0x0A && code_point <= 0x0D) || code_point == 0x85 || code_point == 0x2028 ||
         code_point == 0x2029;
}

bool is_visible_name(std::string_view text) {
  for (std::size_t offset = 0; offset < text.size();) {
    if (!is_visible(next_code_point(text, offset))) {
      return false;
    }
  }
  return !text.empty() && is_nfc(text);
}

bool has_visible_character(std::string_view text) {
  for (std::size_t offset = 0; offset < text.size();) {
    if (is_visible(next_code_point(text, offset))) {
      return true;
    }
  }
  return false;
}

std::size_t count_visible_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    count += is_visible(next_code_point(text, offset)) ? 1 : 0;
  }
  return count;
}

bool is_valid_utf8(std::string_view bytes) {
  for (std::size_t offset = 0; offset < bytes.size();) {
    if (static_cast<unsigned char>(bytes[offset]) < 0x80) {
      ++offset;
      continue;
    }
    utf8proc_int32_t code_point = 0;
    const auto used =
        utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(bytes.data()) + offset,
                         static_cast<utf8proc_ssize_t>(bytes.size() - offset), &code_point);
    if (used <= 0) {
      return false;
    }
    offset += static_cast<std::size_t>(used);
  }
  return true;
}

namespace {

std::string mapped(std::string_view text, int options) {
  utf8proc_uint8_t* result = nullptr;
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &result,
                                 static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(result, &std::free);
  CHECK(size >= 0);
  return {reinterpret_cast<const char*>(result), static_cast<std::size_t>(size)};
}

}  // namespace

namespace {

constexpr int kFoldingOptions =
    UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE;
// Past this many marks on one letter nobody tells two texts apart; UAX #15 has the same number for
// text that can be normalised in a stream.
constexpr std::size_t kMarksMax = 30;
// Longer texts are not compared by eye.
constexpr std::size_t kLookalikeBytesMax = 64 * 1024;

int combining_class(char32_t code_point) { return property(code_point).combining_class; }

// The first code point that `code_point` decomposes to; 0 where nothing is left of it.
char32_t first_of_decomposition(char32_t code_point, int options) {
  utf8proc_int32_t buffer[32];
  int boundary = 0;
  const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(code_point), buffer, 32,
                                             static_cast<utf8proc_option_t>(options), &boundary);
  CHECK(count >= 0 && count <= 32);
  return count == 0 ? 0 : static_cast<char32_t>(buffer[0]);
}

// utf8proc brings marks into order by exchanging neighbours, which costs the square of their
// number: a text of a few hundred kilobytes would take minutes. What a run has too many of is left
// out here, before it is folded.
std::string without_long_runs_of_marks(std::string_view text) {
  std::string out;
  std::size_t marks = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t begin = offset;
    const char32_t c = next_code_point(text, offset);
    // What folding drops stands between no two marks.
    const char32_t first = c < 0x80 ? c : first_of_decomposition(c, kFoldingOptions);
    if (first == 0) {
      continue;
    }
    marks = combining_class(first) == 0 ? 0 : marks + 1;
    if (marks <= kMarksMax) {
      out.append(text, begin, offset - begin);
    }
  }
  return out;
}

}  // namespace

// Two things that no text in NFC holds are looked for first: marks out of order, and characters
// that decompose into marks. Without them utf8proc's ordering is linear, see above.
bool is_nfc(std::string_view text) {
  if (is_ascii(text)) {
    return true;
  }
  int before = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const char32_t c = next_code_point(text, offset);
    const int current = c < 0x80 ? 0 : combining_class(c);
    if (current != 0 && current < before) {
      return false;
    }
    before = current;
    if (c >= 0x80) {
      const char32_t first = first_of_decomposition(c, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE);
      if (first != c && combining_class(first) != 0) {
        return false;
      }
    }
  }
  return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE) == text;
}

std::string folded(std::string_view text) {
  const std::string shadow = mapped(without_long_runs_of_marks(text), kFoldingOptions);
  std::string out;
  bool pending_space = false;
  for (std::size_t offset = 0; offset < shadow.size();) {
    const char32_t c = next_code_point(shadow, offset);
    if (is_white_space(c)) {
      pending_space = !out.empty();
    } else if (is_visible(c)) {
      if (pending_space) {
        out += ' ';
      }
      pending_space = false;
      append_code_point(out, c);
    }
  }
  return out;
}

bool looks_alike(std::string_view a, std::string_view b) {
  return a != b && std::max(a.size(), b.size()) <= kLookalikeBytesMax && folded(a) == folded(b);
}

std::strong_ordering compare_utf16(std::string_view a, std::string_view b) {
  const auto [at_a, at_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (at_a == a.end() || at_b == b.end()) {
    return a.size() <=> b.size();
  }
  const auto byte_a = static_cast<unsigned char>(*at_a);
  const auto byte_b = static_cast<unsigned char>(*at_b);
  // UTF-8 order is code point order, which differs from UTF-16 order in one way: the surrogates
  // that stand for U+10000 and up (lead bytes F0..F4) sort before U+E000..U+FFFF (lead bytes EE and
  // EF).
  const bool supplementary_a = byte_a >= 0xF0;
  const bool supplementary_b = byte_b >= 0xF0;
  if (supplementary_a != supplementary_b && byte_a >= 0xEE && byte_b >= 0xEE) {
    return supplementary_a ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return byte_a <=> byte_b;
}

std::string printable(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t begin = offset;
    const char32_t c = next_code_point(text, offset);
    if (c == U'\\') {
      out += "\\\\";
    } else if (c == U' ' || is_visible(c)) {
      out.append(text, begin, offset - begin);
    } else {
      out += "\\u{";
      for (int shift = c > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4) {
        out += kHex[(c >> shift) & 0xF];
      }
      out += '}';
    }
  }
  return out;
}

}  // namespace holdfast
