#include "harness/markup.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/unicode.h"

namespace holdfast::markup {
namespace {

std::size_t length_from_first_byte(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

std::string made_visible(std::string_view bytes, bool keep_lines) {
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const std::string_view character = bytes.substr(at, length_from_first_byte(first));
    if (!is_valid_utf8(character)) {
      text += fmt::format("\\x{{{:02X}}}", first);
      ++at;
      continue;
    }
    at += character.size();
    std::size_t offset = 0;
    const char32_t code_point = next_code_point(character, offset);
    const bool kept = code_point == U' ' || (keep_lines && code_point == U'\n') ||
                      (is_visible(code_point) && !is_noncharacter(code_point));
    text += kept ? std::string(character)
                 : fmt::format("\\u{{{:04X}}}", static_cast<std::uint32_t>(code_point));
  }
  return text;
}

// `replacement` is asked for each byte; empty leaves it.
template <typename Replacement>
std::string replaced(std::string_view text, const Replacement& replacement) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    const std::string_view other = replacement(c);
    if (other.empty()) {
      out += c;
    } else {
      out += other;
    }
  }
  return out;
}

std::string with_entities(std::string_view text) {
  return replaced(text, [](char c) -> std::string_view {
    switch (c) {
      case '&':
        return "&amp;";
      case '<':
        return "&lt;";
      case '>':
        return "&gt;";
      case '"':
        return "&quot;";
      case '\'':
        return "&#39;";
      default:
        return {};
    }
  });
}

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// The longest run of backticks.
std::size_t longest_fence(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

std::string visible(std::string_view bytes) { return made_visible(bytes, false); }
std::string visible_lines(std::string_view bytes) { return made_visible(bytes, true); }

std::string html(std::string_view bytes) { return with_entities(visible(bytes)); }
std::string html_lines(std::string_view bytes) { return with_entities(visible_lines(bytes)); }
std::string xml(std::string_view bytes) { return html(bytes); }
std::string xml_lines(std::string_view bytes) { return html_lines(bytes); }

std::string markdown(std::string_view bytes) {
  // Numeric references, since a backslash does not keep GitHub from making links of addresses,
  // @names and #numbers.
  constexpr std::string_view kMeaningful = "&<>\"|\\`*~[]!#@$";
  // Only inside of a word: in addresses, which need one of them, and in :emoji:.
  constexpr std::string_view kInWords = ".:";
  const std::string text = visible(bytes);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool in_word = i + 1 < text.size() && text[i + 1] != ' ';
    // An underscore between letters or digits is none of emphasis.
    const bool is_emphasis =
        text[i] == '_' && (i == 0 || !is_word_character(text[i - 1]) || i + 1 == text.size() ||
                           !is_word_character(text[i + 1]));
    if (is_emphasis || kMeaningful.find(text[i]) != std::string_view::npos ||
        (in_word && kInWords.find(text[i]) != std::string_view::npos)) {
      out += fmt::format("&#{};", static_cast<int>(text[i]));
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string markdown_code(std::string_view bytes) {
  // A tag and not backticks: inside of backticks nothing can be escaped, and a bar ends a cell.
  return "<code>" + markdown(bytes) + "</code>";
}

std::string markdown_block(std::string_view bytes, std::string_view language) {
  const std::string text = visible_lines(bytes);
  const std::string fence(std::max<std::size_t>(3, longest_fence(text) + 1), '`');
  return fence + std::string(language) + "\n" + text +
         (text.empty() || text.back() == '\n' ? "" : "\n") + fence + "\n";
}

std::string github_message(std::string_view bytes) {
  return replaced(visible_lines(bytes), [](char c) -> std::string_view {
    return c == '%' ? "%25" : c == '\n' ? "%0A" : std::string_view();
  });
}

std::string github_property(std::string_view bytes) {
  return replaced(visible(bytes), [](char c) -> std::string_view {
    return c == '%' ? "%25" : c == ':' ? "%3A" : c == ',' ? "%2C" : std::string_view();
  });
}

}  // namespace holdfast::markup
