// Reading members of a parsed line without exceptions: what is absent or of another type is empty.
#pragma once

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "core/json.h"
#include "core/session_text.h"

namespace holdfast::sessions {

// An element, or the reason why there is none; `[]` leads on through both.
using JsonResult = simdjson::simdjson_result<simdjson::dom::element>;

inline JsonResult found(simdjson::dom::element json) { return JsonResult(std::move(json)); }

inline std::string_view text_of(const JsonResult& json) {
  std::string_view text;
  return json.get(text) == simdjson::SUCCESS ? text : std::string_view();
}

inline std::string_view text_member(const simdjson::dom::object& json, std::string_view name) {
  return text_of(json[name]);
}

inline bool is_true(const JsonResult& json) {
  bool flag = false;
  return json.get(flag) == simdjson::SUCCESS && flag;
}

// Gives each block of a content array to `take(type, block)`; nothing where it is no array.
template <typename Take>
void for_each_block(const JsonResult& content, Take take) {
  simdjson::dom::array blocks;
  if (content.get(blocks) != simdjson::SUCCESS) {
    return;
  }
  for (const simdjson::dom::element item : blocks) {
    simdjson::dom::object block;
    if (item.get(block) == simdjson::SUCCESS) {
      take(text_member(block, "type"), block);
    }
  }
}

// Content is a string or a list of blocks; of those, the texts.
inline std::string joined_text(const JsonResult& content) {
  std::string text(text_of(content));
  bool first = true;
  for_each_block(content, [&](std::string_view type, const simdjson::dom::object& block) {
    if (type == "text") {
      text.append(first ? "" : "\n").append(text_member(block, "text"));
      first = false;
    }
  });
  return text;
}

// Writes an element as compact JSON with cleaned strings. Depth is bounded by the parser, which
// refuses more than 1,024 levels.
class CompactWriter {
 public:
  CompactWriter(std::string& out, TextRepairs& repairs) : out_(out), repairs_(repairs) {}

  void append(const simdjson::dom::element& json) {
    using simdjson::dom::element_type;
    switch (json.type()) {
      case element_type::ARRAY:
        append_array(json);
        break;
      case element_type::OBJECT:
        append_object(json);
        break;
      case element_type::STRING:
        append_text(text_of(found(json)));
        break;
      case element_type::INT64:
        append_number<std::int64_t>(json);
        break;
      case element_type::UINT64:
        append_number<std::uint64_t>(json);
        break;
      case element_type::DOUBLE:
        append_number<double>(json);
        break;
      case element_type::BOOL:
        out_ += is_true(found(json)) ? "true" : "false";
        break;
      case element_type::NULL_VALUE:
        out_ += "null";
        break;
    }
  }

 private:
  void append_text(std::string_view text) {
    if (is_clean_text(text)) {
      append_quoted(text);
    } else {
      append_quoted(clean_text(std::string(text), repairs_));
    }
  }

  // What append_json_string writes. Arguments of calls are mostly source text, in which line breaks
  // and quotes are frequent: one piece at a time took a fifth of the time that a session costs.
  void append_quoted(std::string_view text) {
    constexpr std::size_t kPartBytesMax = 1024;
    constexpr std::size_t kEscapeBytesMax = 6;
    std::array<char, kPartBytesMax * kEscapeBytesMax> escaped;
    out_ += '"';
    while (!text.empty()) {
      const std::string_view part = text.substr(0, kPartBytesMax);
      text.remove_prefix(part.size());
      out_.append(escaped.data(), escape(part, escaped.data()));
    }
    out_ += '"';
  }

  // The end of what was written at `to`.
  static char* escape(std::string_view text, char* to) {
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t size = std::min(kWord, text.size() - at);
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + at, size);
      if (size == kWord && !must_be_escaped(word)) {
        std::memcpy(to, &word, kWord);
        to += kWord;
      } else {
        for (const char c : text.substr(at, size)) {
          to = escape(c, to);
        }
      }
      at += size;
    }
    return to;
  }

  static char* escape(char c, char* to) {
    constexpr std::string_view kHex = "0123456789abcdef";
    constexpr std::string_view kShort = "\"\\\b\t\n\f\r";
    constexpr std::string_view kLetters = "\"\\btnfr";
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && c != '"' && c != '\\') {
      *to++ = c;
      return to;
    }
    const std::size_t place = kShort.find(c);
    if (place != std::string_view::npos) {
      *to++ = '\\';
      *to++ = kLetters[place];
    } else {
      for (const char literal : {'\\', 'u', '0', '0', kHex[byte >> 4], kHex[byte & 15]}) {
        *to++ = literal;
      }
    }
    return to;
  }

  // Whether one of eight bytes is below 0x20, a quote or a backslash. A borrow can only come out of
  // such a byte.
  static bool must_be_escaped(std::uint64_t word) {
    constexpr std::uint64_t kOnes = 0x0101010101010101U;
    constexpr std::uint64_t kHighBits = 0x8080808080808080U;
    const std::uint64_t quote = word ^ (kOnes * '"');
    const std::uint64_t backslash = word ^ (kOnes * '\\');
    return (((word - kOnes * 0x20) | (quote - kOnes) | (backslash - kOnes)) & ~word & kHighBits) !=
           0;
  }

  void append_array(const simdjson::dom::element& json) {
    simdjson::dom::array items;
    if (json.get(items) != simdjson::SUCCESS) {
      return;
    }
    out_ += '[';
    bool first = true;
    for (const simdjson::dom::element item : items) {
      out_ += std::exchange(first, false) ? "" : ",";
      append(item);
    }
    out_ += ']';
  }

  void append_object(const simdjson::dom::element& json) {
    simdjson::dom::object members;
    if (json.get(members) != simdjson::SUCCESS) {
      return;
    }
    out_ += '{';
    bool first = true;
    for (const auto& member : members) {
      out_ += std::exchange(first, false) ? "" : ",";
      append_text(member.key);
      out_ += ':';
      append(member.value);
    }
    out_ += '}';
  }

  template <typename Number>
  void append_number(const simdjson::dom::element& json) {
    Number number{};
    if (json.get(number) != simdjson::SUCCESS) {
      return;
    }
    std::array<char, 32> digits;  // the shortest form of a double has at most 24
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out_.append(digits.data(), end);
  }

  std::string& out_;
  TextRepairs& repairs_;
};

}  // namespace holdfast::sessions
