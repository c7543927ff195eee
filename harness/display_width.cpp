#include "harness/display_width.h"

#include <algorithm>
#include <array>

#include "core/unicode.h"

namespace holdfast {
namespace {

struct Range {
  char32_t from;
  char32_t to;
};

constexpr std::array<Range, 11> kNoColumn = {{{0x0300, 0x036F},
                                              {0x0483, 0x0489},
                                              {0x0591, 0x05BD},
                                              {0x1AB0, 0x1AFF},
                                              {0x1DC0, 0x1DFF},
                                              {0x200B, 0x200F},
                                              {0x20D0, 0x20FF},
                                              {0x3099, 0x309A},
                                              {0xFE00, 0xFE0F},
                                              {0xFE20, 0xFE2F},
                                              {0xFEFF, 0xFEFF}}};
// https://www.unicode.org/reports/tr11/: the blocks that are wide or full width, and what is drawn
// as an emoji.
constexpr std::array<Range, 26> kTwoColumns = {
    {{0x1100, 0x115F},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x2614, 0x2615},
     {0x2648, 0x2653},   {0x26CE, 0x26CE},   {0x2705, 0x2705},   {0x270A, 0x270B},
     {0x274C, 0x274C},   {0x2753, 0x2757},   {0x2795, 0x2797},   {0x2E80, 0x303E},
     {0x3041, 0x3247},   {0x3250, 0x4DBF},   {0x4E00, 0xA4CF},   {0xA960, 0xA97C},
     {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},
     {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF},
     {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD}}};

template <std::size_t kSize>
bool is_in(char32_t c, const std::array<Range, kSize>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& range) { return c >= range.from && c <= range.to; });
}

}  // namespace

std::size_t columns_of(char32_t c) {
  return c < 0x20 || is_in(c, kNoColumn) ? 0 : is_in(c, kTwoColumns) ? 2 : 1;
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    columns += columns_of(next_code_point(text, at));
  }
  return columns;
}

std::string one_line(std::string_view text) {
  std::string line;
  bool is_parted = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t from = at;
    const char32_t c = next_code_point(text, at);
    // Combining marks and joiners are part of words; controls and direction marks are not shown.
    if (!is_visible(c) && !is_in(c, kNoColumn)) {
      is_parted = !line.empty();
      continue;
    }
    if (!is_visible(c) && (c == 0x200E || c == 0x200F)) {
      continue;
    }
    line.append(is_parted ? " " : "").append(text.substr(from, at - from));
    is_parted = false;
  }
  return line;
}

std::string fitted(std::string_view text, std::size_t columns) {
  const std::string line = one_line(text);
  if (const std::size_t width = display_width(line); width <= columns) {
    return line + std::string(columns - width, ' ');
  }
  std::string cut;
  std::size_t width = 0;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t from = at;
    const std::size_t more = columns_of(next_code_point(line, at));
    if (width + more + 1 > columns) {
      break;
    }
    cut.append(line, from, at - from);
    width += more;
  }
  return cut + "\u2026" + std::string(columns - width - 1, ' ');
}

}  // namespace holdfast
