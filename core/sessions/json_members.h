// Reading members of a parsed line without exceptions: what is absent or of another type is empty.
#pragma once

#include <simdjson.h>

#include <array>
#include <charconv>
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
      append_json_string(out_, text);
    } else {
      append_json_string(out_, clean_text(std::string(text), repairs_));
    }
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
