// What the reader does eight bytes at a time, in every place that a byte can have in a word.
#include "core/manifest_test.h"

namespace holdfast {
namespace {

std::string code_of(std::string_view text) {
  const JsonReading reading = read_json(text);
  return reading.faults.empty() ? "" : std::string(reading.faults.front().code);
}

std::string nested(std::size_t levels, const std::string& inside) {
  std::string text;
  for (std::size_t i = 0; i < levels; ++i) {
    text += i % 2 == 0 ? "[" : "{\"a\":";
  }
  text += inside;
  for (std::size_t i = levels; i > 0; --i) {
    text += i % 2 == 1 ? "]" : "}";
  }
  return text;
}

TEST(JsonWords, CountBracketsToTheLevel) {
  for (std::size_t spaces = 0; spaces <= 16; ++spaces) {
    const std::string around(spaces, ' ');
    for (const std::string& text : {around + nested(64, "1"), nested(64, around + "1"),
                                    nested(64, "1") + around, nested(64, "\"" + around + "\"")}) {
      EXPECT_EQ(code_of(text), "") << spaces;
    }
    for (const std::string& text : {around + nested(65, "1"), nested(65, around + "1"),
                                    nested(65, "1") + around, nested(65, "\"" + around + "\"")}) {
      EXPECT_EQ(code_of(text), "too_deep") << spaces;
    }
    const std::string only(65 + spaces, '[');
    EXPECT_EQ(code_of(only), "too_deep") << spaces;
  }
}

TEST(JsonWords, DoNotCountBracketsInTexts) {
  EXPECT_EQ(code_of("[\"" + std::string(500, '[') + "\",\"\\\"" + std::string(500, '{') + "\"]"),
            "");
  std::string wide = "[";
  for (int i = 0; i < 500; ++i) {
    wide += "[],{},";
  }
  EXPECT_EQ(code_of(wide + "1]"), "");
}

TEST(JsonWords, FindNoncharactersWhereverTheyStand) {
  const std::vector<std::string> refused = {
      "\xEF\xB7\x90",     "\xEF\xB7\xAF",     "\xEF\xBF\xBE",    "\xEF\xBF\xBF",
      "\xF0\x9F\xBF\xBE", "\xF3\xAF\xBF\xBF", "\xF4\x8F\xBF\xBF"};
  const std::vector<std::string> allowed = {"\xEF\xB7\x8F",     "\xEF\xB7\xB0", "\xEF\xBF\xBD",
                                            "\xF0\x9F\xBF\xBD", "\xEE\x80\x80", "\xF4\x8F\xBF\xBD",
                                            "\xEF\xBD\xB1"};
  for (std::size_t before = 0; before <= 17; ++before) {
    for (std::size_t after = 0; after <= 9; ++after) {
      const auto around = [&](const std::string& c) {
        return std::string(before, 'x') + c + std::string(after, 'y');
      };
      for (const std::string& c : refused) {
        EXPECT_EQ(code_of("[\"" + around(c) + "\"]"), "invalid_json") << before << " " << after;
        EXPECT_EQ(code_of("{\"" + around(c) + "\":1}"), "invalid_json") << before << " " << after;
      }
      for (const std::string& c : allowed) {
        const JsonReading reading = read_json("{\"" + around(c) + "\":\"" + around(c) + "\"}");
        ASSERT_TRUE(reading.value);
        EXPECT_EQ(*reading.value, Value::object({{around(c), around(c)}}));
      }
    }
  }
}

TEST(JsonWords, DecodeAnEscapeWhereverItStands) {
  for (std::size_t before = 0; before <= 17; ++before) {
    for (std::size_t after = 0; after <= 9; ++after) {
      const std::string left(before, 'x');
      const std::string right(after, 'y');
      for (const auto& [spelled, meant] : std::vector<std::pair<std::string, std::string>>{
               {"\\\"", "\""},
               {"\\\\", "\\"},
               {"\\u0041", "A"},
               {"\\ud83d\\ude00", "\xF0\x9F\x98\x80"}}) {
        const std::string text = "\"" + left + spelled + right + "\"";
        const JsonReading reading = read_json("{" + text + ":[" + text + "," + text + "]}");
        ASSERT_TRUE(reading.value) << text;
        const Value whole = left + meant + right;
        EXPECT_EQ(*reading.value, Value::object({{whole.text(), Value::array({whole, whole})}}));
      }
      EXPECT_EQ(code_of("[\"" + left + "\\u0000" + right + "\"]"), "invalid_json");
      EXPECT_EQ(code_of("[\"" + left + "\\ufffe" + right + "\"]"), "invalid_json");
      EXPECT_EQ(code_of("[\"" + left + "\n" + right + "\"]"), "invalid_json");
      EXPECT_EQ(code_of("[\"" + left + "\\x" + right + "\"]"), "invalid_json");
      EXPECT_EQ(code_of("[\"" + left + "\\"), "invalid_json");
      EXPECT_EQ(code_of("[\"" + left), "invalid_json");
    }
  }
}

TEST(JsonWords, SayWhereAFaultStands) {
  const JsonReading reading =
      read_json(R"({"a":[1,{"b/c":1.5},2],"d":{"e":0,"e":[1e2]},"f":"\u0000","\u0067":-0})");
  ASSERT_EQ(reading.faults.size(), 5U);
  EXPECT_EQ(reading.faults[0].pointer, "/a/1/b~1c");
  EXPECT_EQ(reading.faults[1].pointer, "/d/e");
  EXPECT_EQ(reading.faults[1].code, "duplicate_key");
  EXPECT_EQ(reading.faults[2].pointer, "/d/e/0");
  EXPECT_EQ(reading.faults[3].pointer, "/f");
  EXPECT_EQ(reading.faults[4].pointer, "/g");
}

}  // namespace
}  // namespace holdfast
