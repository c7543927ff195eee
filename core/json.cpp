// The model: simdjson's On-Demand parser validates UTF-8 and finds the tokens; every value is
// visited once, depth first. What simdjson accepts and a Holdfast document may not hold
// (duplicates, \u0000, noncharacters, numbers in any other spelling than a plain integer) is
// checked here, on the decoded strings and the raw tokens. Faults of the grammar stop the reading;
// the others are collected.
//
// Most strings hold no escape and are taken as they stand, once eight bytes at a time have shown
// that; only the others are decoded. Where a value stands is kept as steps through the tree, which
// become a pointer when there is a fault to report.
#include "core/json.h"

#include <simdjson.h>

#include <algorithm>
#include <unordered_set>

#include "core/check.h"
#include "core/json_tokens.h"
#include "core/unicode.h"

namespace holdfast {
namespace {

namespace ondemand = simdjson::ondemand;
using namespace json_bytes;

// Below this many members a linear search for duplicates is faster than a hash set.
constexpr std::size_t kLinearSearchMembersMax = 16;
// Each fault carries a pointer, so a document of nothing but wrong numbers would become a report of
// many times its own size.
constexpr std::size_t kFaultsMax = 1000;
// What a thread keeps for its next document; a larger one's buffers are given back.
constexpr std::size_t kKeptBytesMax = 1024 * 1024;

// Sizes that most documents need are allocated at once: the members of a manifest, of its parts and
// the items of its lists.
constexpr std::size_t kRootMembers = 16;
constexpr std::size_t kMembers = 4;
constexpr std::size_t kItems = 8;
constexpr std::size_t kLevels = 8;

class Reader {
 public:
  Reader(std::string_view bytes, const JsonLimits& limits) : bytes_(bytes), limits_(limits) {}

  JsonReading read() {
    JsonReading reading;
    if (before_parsing()) {
      parse(reading);
    }
    reading.faults = std::move(faults_);
    if (!reading.faults.empty()) {
      reading.value.reset();
    }
    return reading;
  }

 private:
  // The member or item of that index.
  struct Step {
    const Value* container;
    std::size_t index;
  };

  void fault(std::string_view code, std::size_t offset_bytes, std::string reason) {
    faults_.push_back({code, offset_bytes, pointer(), std::move(reason)});
    if (too_many_faults()) {
      faults_.back().reason += "; reading stopped here, after too many faults";
    }
  }

  bool too_many_faults() const { return faults_.size() >= kFaultsMax; }

  std::string pointer() const {
    std::string text;
    for (const Step& step : path_) {
      text += '/';
      text += step.container->is_object()
                  ? escape_pointer_token(shown_name(step.container->names()[step.index]))
                  : std::to_string(step.index);
    }
    return text;
  }

  bool before_parsing() {
    if (bytes_.size() > limits_.size_bytes_max) {
      fault("too_large", 0,
            "the document has " + std::to_string(bytes_.size()) + " bytes, more than the " +
                std::to_string(limits_.size_bytes_max) + " allowed");
      return false;
    }
    if (bytes_.substr(0, 3) == "\xEF\xBB\xBF") {
      fault("invalid_json", 0, "a byte-order mark stands before the document");
      return false;
    }
    if (const auto nul = bytes_.find('\0'); nul != std::string_view::npos) {
      fault("invalid_json", nul, "a NUL byte");
      return false;
    }
    // simdjson's own depth check comes late in On-Demand mode and counts otherwise, so nesting is
    // measured first. It also keeps 200 MB of "[" from being indexed.
    return depth_is_within_limit();
  }

  // Most documents have fewer brackets than levels are allowed, and need no second look.
  bool has_few_brackets() const {
    std::size_t brackets = 0;
    std::size_t i = 0;
    for (; i + kWordBytes <= bytes_.size() && brackets <= limits_.depth_max; i += kWordBytes) {
      // The multiplication adds the eight marks up in the highest byte.
      brackets += (opening_brackets(word_at(bytes_.data() + i)) >> 7) * kOnes >> 56;
    }
    return brackets + (bytes_.size() - i) <= limits_.depth_max;
  }

  bool depth_is_within_limit() {
    if (has_few_brackets()) {
      return true;
    }
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
      const char c = bytes_[i];
      if (in_string) {
        if (c == '\\') {
          ++i;
        } else if (c == '"') {
          in_string = false;
        }
      } else if (c == '"') {
        in_string = true;
      } else if (c == '[' || c == '{') {
        if (++depth > limits_.depth_max) {
          fault("too_deep", i, "nested more than " + std::to_string(limits_.depth_max) + " levels");
          return false;
        }
      } else if ((c == ']' || c == '}') && depth > 0) {
        --depth;
      }
    }
    return true;
  }

  void parse(JsonReading& reading) {
    thread_local ondemand::parser parser;
    thread_local std::string padded;
    padded.reserve(bytes_.size() + simdjson::SIMDJSON_PADDING);
    padded.assign(bytes_);
    read_padded(parser, padded, reading);
    if (padded.capacity() > kKeptBytesMax) {
      std::string().swap(padded);
      parser = ondemand::parser();
    }
  }

  void read_padded(ondemand::parser& parser, std::string& padded, JsonReading& reading) {
    ondemand::document document;
    const auto error =
        parser.iterate(padded.data(), padded.size(), padded.capacity()).get(document);
    if (error != simdjson::SUCCESS) {
      grammar_fault(error, 0);
      return;
    }
    begin_ = padded.data();
    end_ = begin_ + padded.size();
    path_.reserve(kLevels);
    Value root;
    if (read_root(document, root)) {
      reading.value = std::move(root);
    }
  }

  bool grammar_fault(simdjson::error_code error, std::size_t offset_bytes) {
    fault("invalid_json", offset_bytes, simdjson::error_message(error));
    return false;
  }

  // A document and a value have the same members in simdjson and no common type.
  bool read_root(ondemand::document& document, Value& out) {
    ondemand::json_type type;
    if (const auto error = document.type().get(type); error != simdjson::SUCCESS) {
      return grammar_fault(error, 0);
    }
    switch (type) {
      case ondemand::json_type::object: {
        ondemand::object object;
        if (const auto error = document.get_object().get(object); error != simdjson::SUCCESS) {
          return grammar_fault(error, 0);
        }
        return read_object(object, out, kRootMembers) && ends_here(document);
      }
      case ondemand::json_type::array: {
        ondemand::array array;
        if (const auto error = document.get_array().get(array); error != simdjson::SUCCESS) {
          return grammar_fault(error, 0);
        }
        return read_array(array, out) && ends_here(document);
      }
      case ondemand::json_type::string: {
        std::string_view text;
        if (const auto error = document.get_string().get(text); error != simdjson::SUCCESS) {
          return grammar_fault(error, 0);
        }
        check_text(text, 0);
        out = Value(text);
        return ends_here(document);
      }
      default: {
        std::string_view token;
        if (const auto error = document.raw_json_token().get(token); error != simdjson::SUCCESS) {
          return grammar_fault(error, 0);
        }
        // On-Demand moves past a root scalar only when it is asked for its value. The raw token
        // runs to the next one, or to the end.
        return read_token(token, out) &&
               (offset_of(token.data()) + token.size() == bytes_.size() || trailing_fault());
      }
    }
  }

  bool ends_here(ondemand::document& document) {
    // On-Demand says "out of bounds" exactly when no token is left.
    return document.current_location().error() == simdjson::OUT_OF_BOUNDS || trailing_fault();
  }

  bool trailing_fault() {
    path_.clear();
    fault("invalid_json", bytes_.size(), "something stands behind the end of the document");
    return false;
  }

  std::size_t offset_of(const char* at) const { return static_cast<std::size_t>(at - begin_); }

  // Appends one value to `out`.
  bool read_value(ondemand::value& value, std::vector<Value>& out) {
    ondemand::json_type type;
    if (const auto error = value.type().get(type); error != simdjson::SUCCESS) {
      return grammar_fault(error, last_offset_);
    }
    switch (type) {
      case ondemand::json_type::object: {
        ondemand::object object;
        if (const auto error = value.get_object().get(object); error != simdjson::SUCCESS) {
          return grammar_fault(error, last_offset_);
        }
        return read_object(object, out.emplace_back(), kMembers);
      }
      case ondemand::json_type::array: {
        ondemand::array array;
        if (const auto error = value.get_array().get(array); error != simdjson::SUCCESS) {
          return grammar_fault(error, last_offset_);
        }
        return read_array(array, out.emplace_back());
      }
      case ondemand::json_type::string:
        return read_text(value, out);
      default: {
        const std::string_view token = value.raw_json_token();
        last_offset_ = offset_of(token.data());
        return read_token(token, out.emplace_back()) && consume_scalar(value, type);
      }
    }
  }

  bool read_text(ondemand::value& value, std::vector<Value>& out) {
    const char* const quote = value.raw_json_token().data();
    last_offset_ = offset_of(quote);
    const RawText raw = raw_text(quote + 1, end_);
    std::string_view text = raw.text;
    if (raw.as_it_stands) {
      ondemand::raw_json_string taken;
      if (const auto error = value.get_raw_json_string().get(taken); error != simdjson::SUCCESS) {
        return grammar_fault(error, last_offset_);
      }
    } else if (const auto error = value.get_string().get(text); error != simdjson::SUCCESS) {
      return grammar_fault(error, last_offset_);
    }
    if (!raw.as_it_stands || raw.to_be_checked) {
      check_text(text, last_offset_);
    }
    out.emplace_back(text);
    return true;
  }

  bool consume_scalar(ondemand::value& value, ondemand::json_type type) {
    if (type == ondemand::json_type::number) {
      double number = 0;
      // A number out of a double's range is one of our own faults already.
      return value.get_double().get(number) == simdjson::SUCCESS || !faults_.empty() ||
             grammar_fault(simdjson::NUMBER_ERROR, last_offset_);
    }
    // simdjson's results convert to their value by throwing; get() is the form that does not.
    bool flag = false;
    const auto error =
        (type == ondemand::json_type::boolean ? value.get_bool() : value.is_null()).get(flag);
    return error == simdjson::SUCCESS || grammar_fault(error, last_offset_);
  }

  bool read_token(std::string_view raw, Value& out) {
    const std::string_view token = trimmed(raw);
    if (token == "null") {
      out = Value();
      return true;
    }
    if (token == "true" || token == "false") {
      out = Value(token == "true");
      return true;
    }
    std::int64_t number = 0;
    if (plain_integer(token, number)) {
      out = Value(number);
      return true;
    }
    if (!json_number(token)) {
      fault("invalid_json", last_offset_, "neither a value nor a number");
      return false;
    }
    fault("invalid_value", last_offset_,
          "a number must be a plain integer within ±(2^53-1): no fraction, no exponent, no -0");
    return true;
  }

  // A step is in place while the value behind it is read; its container does not move meanwhile.
  bool read_object(ondemand::object& object, Value& out, std::size_t members) {
    out = Value::object();
    std::unordered_set<std::string> seen;
    for (auto item : object) {
      ondemand::field field;
      if (const auto error = std::move(item).get(field); error != simdjson::SUCCESS) {
        return grammar_fault(error, last_offset_);
      }
      std::string_view name;
      if (!read_name(field, name)) {
        return false;
      }
      if (out.size() == 0) {
        out.names().reserve(members);
        out.items().reserve(members);
      }
      const bool duplicate = is_duplicate(out, seen, name);
      path_.push_back({&out, out.size()});
      out.names().emplace_back(name);
      if (duplicate) {
        fault("duplicate_key", last_offset_, "a member of this name stands before it");
      }
      const bool read = read_value(field.value(), out.items());
      path_.pop_back();
      if (!read || too_many_faults()) {
        return false;
      }
    }
    return true;
  }

  bool read_name(ondemand::field& field, std::string_view& name) {
    const char* const quoted = field.key().raw();
    last_offset_ = offset_of(quoted);
    const RawText raw = raw_text(quoted, end_);
    name = raw.text;
    if (!raw.as_it_stands) {
      if (const auto error = field.unescaped_key().get(name); error != simdjson::SUCCESS) {
        return grammar_fault(error, last_offset_);
      }
    }
    if (!raw.as_it_stands || raw.to_be_checked) {
      check_text(name, last_offset_);
    }
    return true;
  }

  // Names are compared in decoded form, so "a" and "\u0061" are one.
  static bool is_duplicate(const Value& object, std::unordered_set<std::string>& seen,
                           std::string_view name) {
    if (object.size() < kLinearSearchMembersMax) {
      return object.find(name) != nullptr;
    }
    if (seen.empty()) {
      seen.insert(object.names().begin(), object.names().end());
    }
    return !seen.emplace(name).second;
  }

  bool read_array(ondemand::array& array, Value& out) {
    out = Value::array();
    for (auto item : array) {
      ondemand::value value;
      if (const auto error = std::move(item).get(value); error != simdjson::SUCCESS) {
        return grammar_fault(error, last_offset_);
      }
      if (out.size() == 0) {
        out.items().reserve(kItems);
      }
      path_.push_back({&out, out.size()});
      const bool read = read_value(value, out.items());
      path_.pop_back();
      if (!read || too_many_faults()) {
        return false;
      }
    }
    return true;
  }

  void check_text(std::string_view text, std::size_t offset_bytes) {
    for (std::size_t i = 0; i < text.size();) {
      const auto byte = static_cast<unsigned char>(text[i]);
      if (byte != 0 && byte < 0xEF) {  // noncharacters begin with EF, F0..F4
        ++i;
        continue;
      }
      if (byte == 0) {
        fault("invalid_json", offset_bytes, "an escaped NUL character");
        return;
      }
      if (is_noncharacter(next_code_point(text, i))) {
        fault("invalid_json", offset_bytes, "a noncharacter");
        return;
      }
    }
  }

  std::string_view bytes_;
  const JsonLimits& limits_;
  const char* begin_ = nullptr;
  std::size_t last_offset_ = 0;
  const char* end_ = nullptr;
  std::vector<Step> path_;
  std::vector<JsonFault> faults_;
};

}  // namespace

JsonReading read_json(std::string_view bytes, const JsonLimits& limits) {
  return Reader(bytes, limits).read();
}

}  // namespace holdfast
