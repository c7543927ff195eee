#include "harness/printable.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/unicode.h"

namespace holdfast {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::size_t length_from_first_byte(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

// C0, DEL, C1, and what reorders or hides text on a terminal.
bool is_unprintable(char32_t code_point) {
  return (code_point < 0x20 && code_point != '\n' && code_point != '\t') ||
         (code_point >= 0x7F && code_point < 0xA0) ||
         (code_point >= 0x202A && code_point <= 0x202E) ||
         (code_point >= 0x2066 && code_point <= 0x2069) || code_point == 0x2028 ||
         code_point == 0x2029;
}

// Never in the middle of a character, given valid UTF-8.
std::string_view last_bytes(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) {
    return text;
  }
  text.remove_prefix(text.size() - bytes_max);
  while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0) == 0x80) {
    text.remove_prefix(1);
  }
  return text;
}

}  // namespace

std::string printable_text(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const std::string_view character =
        bytes.substr(at, length_from_first_byte(static_cast<unsigned char>(bytes[at])));
    if (!is_valid_utf8(character)) {
      text += kReplacement;
      ++at;
      continue;
    }
    std::size_t offset = 0;
    const bool shown = !is_unprintable(next_code_point(character, offset));
    text += shown ? character : kReplacement;
    at += character.size();
  }
  return text;
}

std::string last_lines(std::string_view printable, std::size_t lines_max, std::size_t bytes_max) {
  std::vector<std::string_view> lines;
  std::size_t end = printable.size();
  while (lines.size() < lines_max && end != std::string_view::npos) {
    const std::size_t break_at = end == 0 ? std::string_view::npos : printable.rfind('\n', end - 1);
    const std::size_t begin = break_at == std::string_view::npos ? 0 : break_at + 1;
    const std::string_view line = printable.substr(begin, end - begin);
    if (line.find_first_not_of(" \t") != std::string_view::npos) {
      lines.push_back(line);
    }
    end = break_at;
  }
  std::string joined;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    joined += (joined.empty() ? "" : " | ") + std::string(*line);
  }
  std::replace(joined.begin(), joined.end(), '\t', ' ');
  return std::string(last_bytes(joined, bytes_max));
}

std::string quoted_token(std::string_view word) {
  constexpr std::size_t kTokenBytesMax = 32;
  const auto is_token_character = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '/';
  };
  if (!word.empty() && word.size() <= kTokenBytesMax &&
      std::all_of(word.begin(), word.end(), is_token_character)) {
    return "\"" + std::string(word) + "\"";
  }
  return "a text of " + std::to_string(word.size()) + " bytes";
}

}  // namespace holdfast
