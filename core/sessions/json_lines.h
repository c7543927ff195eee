// Values from a file of JSON lines that another program wrote, perhaps while it crashed. A header
// of its own because every file core/sessions/*.cpp is a reader.
//
// The bytes are split at newlines first, and each line goes to simdjson's DOM by itself: a fault
// then costs its own line and no other. A line that does not parse is taken apart by a scanner that
// knows only strings and brackets:
//   - several values on one line (a lost newline) are read one after the other;
//   - a value that does not parse is repaired and tried once more: bytes that are not UTF-8,
//     escaped lone surrogates, escapes that JSON does not have (the backslash becomes text), raw
//     control characters in strings, numbers that no double or 64-bit integer holds (kept as a
//     string of their digits);
//   - a torn value loses only itself: reading goes on at the next thing that looks like the head of
//     a line of the format, at most kRestartsMax times, so that no line costs more than a fixed
//     multiple of its size.
// Everything is counted in the notes. Nothing here recurses or throws.
#pragma once

#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "core/session_text.h"

namespace holdfast::sessions {

using Notes = std::map<std::string, std::uint64_t>;

// What a repair of one value changed.
struct JsonRepairs {
  std::uint64_t bytes = 0;
  std::uint64_t surrogates = 0;
  std::uint64_t controls = 0;
  std::uint64_t numbers = 0;
  std::uint64_t escapes = 0;
  bool any() const { return bytes + surrogates + controls + numbers + escapes > 0; }
};

// The end of the object that begins at `at`, npos where it is not closed. Counts brackets of both
// kinds alike: whether they match is for the parser to say.
inline std::size_t end_of_value(std::string_view line, std::size_t at) {
  std::size_t depth = 0;
  bool in_string = false;
  for (; at < line.size(); ++at) {
    const char c = line[at];
    if (in_string) {
      if (c == '\\') {
        ++at;
      } else if (c == '"') {
        in_string = false;
      }
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

class JsonRepairer {
 public:
  JsonRepairer(std::string_view json, JsonRepairs& repairs) : json_(json), repairs_(repairs) {}

  std::string repaired() {
    out_.reserve(json_.size() + simdjson::SIMDJSON_PADDING);
    while (at_ < json_.size()) {
      const char c = json_[at_];
      if (c == '"') {
        string();
      } else if (c == '-' || (c >= '0' && c <= '9')) {
        number();
      } else {
        out_ += c;
        ++at_;
      }
    }
    return std::move(out_);
  }

 private:
  void string() {
    out_ += json_[at_++];
    while (at_ < json_.size()) {
      const auto c = static_cast<unsigned char>(json_[at_]);
      if (c == '"') {
        out_ += json_[at_++];
        return;
      }
      if (c == '\\') {
        escape();
      } else if (c < 0x20) {
        constexpr std::string_view kHex = "0123456789abcdef";
        out_ += "\\u00";
        out_ += kHex[c >> 4];
        out_ += kHex[c & 15];
        ++at_;
        ++repairs_.controls;
      } else {
        character();
      }
    }
  }

  void character() {
    const std::size_t size = utf8_sequence_bytes(json_, at_);
    if (size == 0) {
      out_ += "\xEF\xBF\xBD";
      ++at_;
      ++repairs_.bytes;
    } else {
      out_ += json_.substr(at_, size);
      at_ += size;
    }
  }

  // The code unit of the escape \uXXXX at `at`, -1 where there is none.
  int code_unit(std::size_t at) const {
    if (json_.size() < at + 6 || json_[at] != '\\' || json_[at + 1] != 'u') {
      return -1;
    }
    int unit = 0;
    for (std::size_t i = at + 2; i < at + 6; ++i) {
      const char c = json_[i];
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) {
        return -1;
      }
      unit = unit * 16 + digit;
    }
    return unit;
  }

  void escape() {
    const int unit = code_unit(at_);
    const char kind = at_ + 1 < json_.size() ? json_[at_ + 1] : '\0';
    const bool known = kind == 'u' ? unit >= 0 : std::string_view("\"\\/bfnrt").find(kind) < 8;
    if (!known) {
      out_ += "\\\\";
      ++at_;
      ++repairs_.escapes;
      return;
    }
    std::size_t size = unit < 0 ? 2 : 6;
    if (unit >= 0xD800 && unit < 0xE000) {
      const int next = code_unit(at_ + 6);
      if (unit < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
        size = 12;
      } else {
        out_ += "\\ufffd";
        at_ += 6;
        ++repairs_.surrogates;
        return;
      }
    }
    out_ += json_.substr(at_, size);
    at_ = std::min(at_ + size, json_.size());
  }

  // Only what simdjson refuses becomes a string: an integer that may not fit 64 bits, an exponent
  // that may leave the range of a double.
  void number() {
    const std::size_t end = std::min(json_.find_first_not_of("-+.eE0123456789", at_), json_.size());
    const std::string_view token = json_.substr(at_, end - at_);
    const std::size_t digits = std::min(token.find_first_of(".eE"), token.size());
    if (digits > 18 || token.find_first_of("eE") != std::string_view::npos) {
      out_ += '"';
      out_ += token;
      out_ += '"';
      ++repairs_.numbers;
    } else {
      out_ += token;
    }
    at_ = end;
  }

  std::string_view json_;
  JsonRepairs& repairs_;
  std::string out_;
  std::size_t at_ = 0;
};

class JsonLines {
 public:
  // `line_head` is how a line of the format begins, and nothing nested in a line does: there
  // reading goes on behind a torn line on the same line. Empty: the rest of the line is lost.
  explicit JsonLines(Notes& notes, std::string_view line_head = {})
      : notes_(notes), line_head_(line_head) {}

  // Gives each object to `take(simdjson::dom::object) -> bool`, in the order of the file; false
  // stops. What `take` was given is gone after it returns.
  template <typename Take>
  void read(std::string_view bytes, Take take) {
    bytes_end_ = bytes.data() + bytes.size();
    if (bytes.starts_with("\xEF\xBB\xBF")) {
      bytes.remove_prefix(3);
      ++notes_["byte_order_mark"];
    }
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      const bool terminated = end != std::string_view::npos;
      // A carriage return before the newline goes with the other white space.
      const std::string_view line = trim_text(bytes.substr(0, end));
      bytes.remove_prefix(terminated ? end + 1 : bytes.size());
      if (!line.empty() && !read_line(line, terminated, take)) {
        return;
      }
    }
  }

 private:
  static constexpr int kRestartsMax = 8;

  // simdjson reads up to SIMDJSON_PADDING bytes behind the value; where the file itself has them,
  // nothing is copied.
  bool parse(std::string_view json) {
    const bool padded = bytes_end_ - (json.data() + json.size()) >=
                        static_cast<std::ptrdiff_t>(simdjson::SIMDJSON_PADDING);
    return parser_.parse(json.data(), json.size(), !padded).get(root_) == simdjson::SUCCESS;
  }

  bool parse_with_repair(std::string_view json) {
    if (parse(json)) {
      return true;
    }
    JsonRepairs repairs;
    const std::string repaired = JsonRepairer(json, repairs).repaired();
    if (!repairs.any() ||
        parser_.parse(repaired.data(), repaired.size(), true).get(root_) != simdjson::SUCCESS) {
      return false;
    }
    count("repaired_bytes", repairs.bytes);
    count("repaired_surrogate", repairs.surrogates);
    count("repaired_control_character", repairs.controls);
    count("repaired_number", repairs.numbers);
    count("repaired_escape", repairs.escapes);
    return true;
  }

  void count(const char* name, std::uint64_t number) {
    if (number > 0) {
      notes_[name] += number;
    }
  }

  template <typename Take>
  bool give(Take& take) {
    simdjson::dom::object object;
    if (root_.get(object) != simdjson::SUCCESS) {
      ++notes_["no_object"];
      return true;
    }
    return take(object);
  }

  template <typename Take>
  bool read_line(std::string_view line, bool terminated, Take& take) {
    if (parse(line)) {
      return give(take);
    }
    int values = 0;
    int restarts = 0;
    bool broken = line.front() != '{';
    std::size_t at = line.find('{');
    while (at != std::string_view::npos) {
      const std::size_t end = end_of_value(line, at);
      if (end != std::string_view::npos && parse_with_repair(line.substr(at, end - at))) {
        ++values;
        if (!give(take)) {
          return false;
        }
        at = line.find_first_not_of(" \t\r", end);
        if (at != std::string_view::npos && line[at] != '{') {
          broken = true;
          at = line.find('{', at);
        }
        continue;
      }
      broken = true;
      if (++restarts > kRestartsMax) {
        break;
      }
      at = line_head_.empty() ? end : std::min(line.find(line_head_, at + 1), end);
      at = at == std::string_view::npos ? at : line.find('{', at);
    }
    count("several_values_on_a_line", values > 1 ? 1 : 0);
    if (broken) {
      ++notes_[terminated ? "broken_line" : "torn_last_line"];
    }
    return true;
  }

  Notes& notes_;
  std::string_view line_head_;
  simdjson::dom::parser parser_;
  simdjson::dom::element root_;
  const char* bytes_end_ = nullptr;
};

}  // namespace holdfast::sessions
