// The core's reader (simdjson underneath) against nlohmann/json on random small texts, valid and
// slightly broken. They have to agree on what JSON is and on what it means; what Holdfast refuses
// beyond that is worked out here a second time, from nlohmann's events and the raw text. The test
// stands here because the core, its tests included, does not know nlohmann/json.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/unicode.h"
#include "generators/random.h"

namespace holdfast {
namespace {

using nlohmann::json;

// What nlohmann saw: JSON or not, and which of Holdfast's own refusals apply to it.
struct SecondOpinion {
  bool is_json = false;
  bool duplicate = false;
  bool bad_number = false;
  bool bad_text = false;  // U+0000 or a noncharacter
  std::size_t depth = 0;
};

class Listener : public json::json_sax_t {
 public:
  explicit Listener(SecondOpinion& opinion) : opinion_(opinion) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(std::int64_t number) override { return integer(number, number < 0); }
  bool number_unsigned(std::uint64_t number) override {
    opinion_.bad_number |= number > (std::uint64_t{1} << 53) - 1;
    return true;
  }
  bool number_float(double, const std::string&) override {
    opinion_.bad_number = true;
    return true;
  }
  bool string(std::string& text) override {
    look_at(text);
    return true;
  }
  bool binary(json::binary_t&) override { return true; }
  bool start_object(std::size_t) override { return open(); }
  bool key(std::string& name) override {
    look_at(name);
    opinion_.duplicate |= !names_.back().insert(name).second;
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const json::exception& error) override {
    // A number beyond a double's range is JSON all the same; nothing behind it was read.
    opinion_.bad_number |= error.id == 406;
    return false;
  }

 private:
  bool integer(std::int64_t number, bool negative) {
    opinion_.bad_number |= negative && number < -((std::int64_t{1} << 53) - 1);
    return true;
  }
  bool open() {
    names_.emplace_back();
    opinion_.depth = std::max(opinion_.depth, names_.size());
    return true;
  }
  bool close() {
    names_.pop_back();
    return true;
  }
  void look_at(const std::string& text) {
    for (std::size_t offset = 0; offset < text.size();) {
      const char32_t c = next_code_point(text, offset);
      opinion_.bad_text |= c == 0 || is_noncharacter(c);
    }
  }

  SecondOpinion& opinion_;
  std::vector<std::set<std::string>> names_;
};

// nlohmann gives -0 as an integer 0, so the sign is looked for in the text, outside of strings.
bool has_negative_zero(const std::string& text) {
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_string && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      in_string = !in_string;
    } else if (!in_string && text.compare(i, 2, "-0") == 0) {
      return true;
    }
  }
  return false;
}

SecondOpinion second_opinion(const std::string& text) {
  SecondOpinion opinion;
  Listener listener(opinion);
  opinion.is_json = json::sax_parse(text, &listener);
  // Two that nlohmann lets through: a NUL behind the document, and a byte-order mark before it.
  if (text.find('\0') != std::string::npos || text.rfind("\xEF\xBB\xBF", 0) == 0) {
    opinion.is_json = false;
  }
  opinion.bad_number |= opinion.is_json && has_negative_zero(text);
  return opinion;
}

Value value_of(const json& source) {
  switch (source.type()) {
    case json::value_t::boolean:
      return source.get<bool>();
    case json::value_t::number_integer:
    case json::value_t::number_unsigned:
      return source.get<std::int64_t>();
    case json::value_t::string:
      return source.get<std::string>();
    case json::value_t::array: {
      Value value = Value::array();
      for (const json& item : source) {
        value.append(value_of(item));
      }
      return value;
    }
    case json::value_t::object: {
      Value value = Value::object();
      for (const auto& [name, member] : source.items()) {
        value.add(name, value_of(member));
      }
      return value;
    }
    default:
      return {};
  }
}

// Each random part is drawn in a statement of its own: compilers differ in the order in which they
// evaluate the parts of a sum.
class TextMaker {
 public:
  explicit TextMaker(std::uint64_t seed) : random_(seed) {}

  std::string make() {
    std::string text = space();
    text += value(4);
    text += space();
    if (random_.chance(1, 100)) {
      const auto levels = static_cast<std::size_t>(55 + random_.below(20));
      text = std::string(levels, '[') + text + std::string(levels, ']');
    }
    for (std::size_t i = random_.chance(1, 2) ? 1 + random_.below(2) : 0; i > 0 && !text.empty();
         --i) {
      damage(text);
    }
    return text;
  }

 private:
  const char* pick(const std::vector<const char*>& texts) {
    return texts[static_cast<std::size_t>(random_.below(texts.size()))];
  }

  std::string space() {
    return random_.chance(1, 6)   ? pick({" ", "\n", "\t", "\r\n", "  ", "\f", "\xC2\xA0", "\v"})
           : random_.chance(1, 3) ? " "
                                  : "";
  }

  std::string value(int depth) {
    const std::uint64_t kind = random_.below(depth > 0 ? 8 : 5);
    if (kind < 2) {
      return number();
    }
    if (kind < 4) {
      return string();
    }
    if (kind == 4) {
      return pick({"null", "true", "false", "true", "null", "nul", "True", "undefined"});
    }
    std::string text = kind < 6 ? "[" : "{";
    for (std::uint64_t i = random_.below(5); i > 0; --i) {
      text += space();
      if (kind >= 6) {
        text += string();
        text += space();
        text += ":";
        text += space();
      }
      text += value(depth - 1);
      text += space();
      text += i > 1 ? "," : "";
    }
    return text + (kind < 6 ? "]" : "}");
  }

  std::string number() {
    if (random_.chance(2, 3)) {
      return std::to_string(static_cast<std::int64_t>(random_.below(2001)) - 1000);
    }
    return pick({"0",
                 "-1",
                 "9007199254740991",
                 "-9007199254740991",
                 "9007199254740992",
                 "-9007199254740992",
                 "18446744073709551615",
                 "18446744073709551616",
                 "-9223372036854775809",
                 "-0",
                 "-0.0",
                 "1.5",
                 "1.0",
                 "1e2",
                 "1E+2",
                 "1e-2",
                 "0e0",
                 "1e-400",
                 "123e15",
                 "01",
                 "-01",
                 "1.",
                 ".5",
                 "+1",
                 "-",
                 "1e",
                 "0x1",
                 "1e400"});
  }

  std::string string() {
    std::string text = "\"";
    for (std::uint64_t i = random_.below(4); i > 0; --i) {
      text +=
          pick({"a", "b", "a", "c", "\\n", "\\\"", "\\\\", "\\/", "\\u0061", "\\u00e9", "\xC3\xA9",
                "\xE3\x81\x82", "\\ud83d\\ude00", "\xF0\x9F\x98\x80", "\x7F", "\xE2\x80\xA8"});
      if (random_.chance(1, 25)) {
        text += pick({"\\u0000", "\\uffff", "\\ud800", "\\udc00", "\\ude00\\ud83d",
                      "\\ud83d\\u0041", "\\x41", "\\u12", "\xFF", "\xED\xA0\x80", "\xC0\x80",
                      "\xEF\xBF\xBE", "\x01", "\t", "\\ufdd0", "\xEF\xB7\x90", "\\U0041"});
      }
    }
    return text + "\"";
  }

  void damage(std::string& text) {
    static const std::string kBytes = "[]{}\",:\\ 01-.e\x01\x7F\x80/*tn";
    const auto at = static_cast<std::size_t>(random_.below(text.size()));
    switch (random_.below(5)) {
      case 0:
        text.erase(at, 1);
        break;
      case 1:
        text[at] = kBytes[static_cast<std::size_t>(random_.below(kBytes.size()))];
        break;
      case 2:
        text.insert(at, 1, kBytes[static_cast<std::size_t>(random_.below(kBytes.size()))]);
        break;
      case 3:
        text.resize(at);
        break;
      default:
        text += pick({"]", "}", ",", "x", " 1", "\n{}"});
        text += random_.chance(1, 8) ? std::string(1, '\0') : "";
    }
  }

  Random random_;
};

std::set<std::string_view> fault_codes(const JsonReading& reading) {
  std::set<std::string_view> codes;
  for (const JsonFault& fault : reading.faults) {
    codes.insert(fault.code);
  }
  return codes;
}

// Which outcome the text had; the reader and nlohmann have to agree on it.
void compare(const std::string& text, std::map<std::string, std::size_t>& seen) {
  const JsonReading reading = read_json(text);
  const SecondOpinion opinion = second_opinion(text);
  const std::set<std::string_view> codes = fault_codes(reading);
  ASSERT_NE(reading.value.has_value(), !codes.empty());
  if (opinion.is_json && opinion.depth > 64) {
    ASSERT_EQ(codes, std::set<std::string_view>{"too_deep"});
    ++seen["too_deep"];
    return;
  }
  if (!opinion.is_json) {
    // A number beyond a double's range ends nlohmann's reading, although it is JSON.
    ASSERT_TRUE(codes.count("invalid_json") + codes.count("too_deep") > 0 || opinion.bad_number);
    ASSERT_FALSE(reading.value);
    ++seen["invalid_json"];
    return;
  }
  std::set<std::string_view> expected;
  if (opinion.duplicate) {
    expected.insert("duplicate_key");
  }
  if (opinion.bad_number) {
    expected.insert("invalid_value");
  }
  if (opinion.bad_text) {
    expected.insert("invalid_json");
  }
  ASSERT_EQ(codes, expected);
  for (const std::string_view code : expected) {
    ++seen["extra " + std::string(code)];
  }
  if (reading.value) {
    ++seen["accepted"];
    ASSERT_EQ(*reading.value, value_of(json::parse(text)));
  }
}

void compare_random_texts(std::uint64_t seed, std::size_t count) {
  TextMaker maker(seed);
  std::map<std::string, std::size_t> seen;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = maker.make();
    ASSERT_NO_FATAL_FAILURE(compare(text, seen)) << i << ": " << testing::PrintToString(text);
  }
  // Each outcome has to occur often, or the texts say nothing.
  for (const char* outcome :
       {"extra duplicate_key", "extra invalid_value", "extra invalid_json", "too_deep"}) {
    EXPECT_GE(seen[outcome], count / 2000) << outcome;
  }
  EXPECT_GE(seen["accepted"], count / 7);
  EXPECT_GE(seen["invalid_json"], count / 4);
}

TEST(JsonDifferential, AgreesOnTwentyThousandTexts) { compare_random_texts(20260302, 20000); }

TEST(SlowJsonDifferential, AgreesOnAMillionTexts) { compare_random_texts(20260304, 1000000); }

// Every sequence of tokens without anything between them, up to a length.
void compare_token_sequences(std::size_t length_max) {
  const std::vector<std::string> tokens = {"[",     "]",    "{", "}",    ",",   ":",
                                           "\"a\"", "\"\"", "1", "null", "true"};
  std::map<std::string, std::size_t> seen;
  std::vector<std::size_t> digits;
  while (digits.size() <= length_max) {
    std::string text;
    for (const std::size_t digit : digits) {
      text += tokens[digit];
    }
    ASSERT_NO_FATAL_FAILURE(compare(text, seen)) << text;
    std::size_t at = 0;
    while (at < digits.size() && ++digits[at] == tokens.size()) {
      digits[at++] = 0;
    }
    if (at == digits.size()) {
      digits.push_back(0);
    }
  }
  EXPECT_GE(seen["accepted"], 15U);
}

TEST(JsonDifferential, AgreesOnEverySequenceOfUpToFiveTokens) { compare_token_sequences(5); }

TEST(SlowJsonDifferential, AgreesOnEverySequenceOfUpToSevenTokens) { compare_token_sequences(7); }

}  // namespace
}  // namespace holdfast
