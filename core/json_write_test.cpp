// The writers. RFC 8785 has a second opinion in Node: JSON.stringify writes strings and integers as
// the RFC asks (the RFC took them from there), and the default sort of JavaScript is the RFC's
// order.
#include <cstdlib>

#include "core/json.h"
#include "core/manifest_test.h"

namespace holdfast {
namespace {

std::string literal(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

TEST(JsonWriter, EscapesEveryControlCharacterInTheShortestWay) {
  const std::vector<std::pair<char, std::string>> two_characters = {
      {'\b', "\\b"}, {'\t', "\\t"}, {'\n', "\\n"}, {'\f', "\\f"},
      {'\r', "\\r"}, {'"', "\\\""}, {'\\', "\\\\"}};
  for (int c = 1; c < 0x80; ++c) {
    std::string expected(1, static_cast<char>(c));
    if (c < 0x20) {
      char hex[8];
      std::snprintf(hex, sizeof hex, "\\u%04x", static_cast<unsigned>(c));
      expected = hex;
    }
    for (const auto& [character, escape] : two_characters) {
      expected = character == static_cast<char>(c) ? escape : expected;
    }
    EXPECT_EQ(literal(std::string(1, static_cast<char>(c))), "\"" + expected + "\"") << c;
  }
}

TEST(JsonWriter, LeavesEverythingElseAsItIs) {
  for (const char* text : {"/", "\x7F", "\xC2\x80", "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9",
                           "\xEF\xBB\xBF", "\xEE\x80\x80", "\xF0\x9F\x98\x80", "e\xCC\x81"}) {
    EXPECT_EQ(literal(text), "\"" + std::string(text) + "\"");
  }
  EXPECT_EQ(literal("a\"b\\c\nd"), R"("a\"b\\c\nd")");
  EXPECT_EQ(literal(""), R"("")");
  EXPECT_EQ(literal("\n"), R"("\n")");
}

TEST(JsonWriter, SortsMembersByUtf16CodeUnits) {
  // In code point order U+FB33 comes before U+1F600, in UTF-16 its surrogates come first.
  const Value value = Value::object({{"\xEF\xAC\xB3", 1},
                                     {"\xF0\x9F\x98\x80", 2},
                                     {"\xEE\x80\x80", 3},
                                     {"\xED\x9F\xBF", 4},
                                     {"a", 5},
                                     {"", 6},
                                     {"aa", 7},
                                     {"B", 8},
                                     {"10", 9},
                                     {"9", 10},
                                     {"\xC3\xA9", 11}});
  EXPECT_EQ(write_canonical_json(value),
            "{\"\":6,\"10\":9,\"9\":10,\"B\":8,\"a\":5,\"aa\":7,\"\xC3\xA9\":11,\"\xED\x9F\xBF\":4,"
            "\"\xF0\x9F\x98\x80\":2,\"\xEE\x80\x80\":3,\"\xEF\xAC\xB3\":1}");
}

TEST(JsonWriter, SortsAtEveryDepthAndLeavesArraysAlone) {
  const Value value = *read_json(R"({"b":[{"d":1,"c":2},3,1],"a":{"z":{"y":0,"x":0}}})").value;
  EXPECT_EQ(write_canonical_json(value), R"({"a":{"z":{"x":0,"y":0}},"b":[{"c":2,"d":1},3,1]})");
  EXPECT_EQ(write_compact_json(value), R"({"b":[{"d":1,"c":2},3,1],"a":{"z":{"y":0,"x":0}}})");
}

TEST(JsonWriter, WritesIntegersPlainlyToTheirLimits) {
  const std::int64_t largest = (std::int64_t{1} << 53) - 1;
  EXPECT_EQ(write_canonical_json(Value::array(
                {Value(0), Value(-1), Value(largest), Value(-largest), Value(100000)})),
            "[0,-1,9007199254740991,-9007199254740991,100000]");
}

TEST(JsonWriter, IndentsByTwoAndEndsTheLine) {
  const Value value = *read_json(R"({"a":[1,{}],"b":[],"c":{"d":null}})").value;
  EXPECT_EQ(write_pretty_json(value), R"({
  "a": [
    1,
    {}
  ],
  "b": [],
  "c": {
    "d": null
  }
}
)");
  EXPECT_EQ(write_pretty_json(Value(1)), "1\n");
}

Value random_value(TestRandom& random, int depth) {
  const std::size_t kind = random.below(depth > 0 ? 7 : 5);
  if (kind < 2) {
    return random_text(random, 6);
  }
  if (kind == 2) {
    return static_cast<std::int64_t>(random.next() % (std::uint64_t{1} << 54)) -
           ((std::int64_t{1} << 53) - 1);
  }
  if (kind == 3) {
    return random.one_in(3) ? Value() : Value(random.one_in(2));
  }
  if (kind == 4) {
    return static_cast<std::int64_t>(random.below(2000)) - 1000;
  }
  Value value = kind == 5 ? Value::array() : Value::object();
  for (std::size_t i = random.below(6); i > 0; --i) {
    if (kind == 5) {
      value.append(random_value(random, depth - 1));
    } else {
      const std::string name = random_text(random, 3);
      value.set(name, random_value(random, depth - 1));
    }
  }
  return value;
}

TEST(JsonWriter, WritesWhatTheReaderTakesBackInAllThreeForms) {
  TestRandom random(31);
  for (int i = 0; i < 3000; ++i) {
    Value value = random_value(random, 4);
    if (value.is_integer() && value.integer() > (std::int64_t{1} << 53) - 1) {
      value = Value(0);
    }
    for (const std::string& text :
         {write_canonical_json(value), write_compact_json(value), write_pretty_json(value)}) {
      const JsonReading reading = read_json(text);
      ASSERT_TRUE(reading.value) << text;
      ASSERT_EQ(*reading.value, value) << text;
    }
  }
}

TEST(JsonWriter, AgreesWithNodeAboutTheCanonicalForm) {
  TestRandom random(8785);
  std::vector<std::string> lines;
  std::vector<std::string> expected;
  // Every control character, alone and as a name, and then a mixture.
  for (char32_t c = 1; c < 0xA1; ++c) {
    std::string text;
    append_code_point(text, c);
    const Value value = Value::object({{text, text}, {"list", Value::array({text})}});
    lines.push_back(write_compact_json(value));
    expected.push_back(write_canonical_json(value));
  }
  for (int i = 0; i < 10'000; ++i) {
    const Value value = random_value(random, 4);
    lines.push_back(write_compact_json(value));
    expected.push_back(write_canonical_json(value));
  }
  const auto printed = run_node(R"(
    const canonical = (v) => Array.isArray(v) ? '[' + v.map(canonical).join(',') + ']'
      : v !== null && typeof v === 'object'
        ? '{' + Object.keys(v).sort().map((k) => JSON.stringify(k) + ':' + canonical(v[k])).join(',') + '}'
        : JSON.stringify(v);
    console.log(lines.map((line) => canonical(JSON.parse(line))).join('\n'));)",
                                lines);
  HOLDFAST_SKIP_WITHOUT_NODE(printed);
  ASSERT_EQ(printed->size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ((*printed)[i], expected[i]) << "line " << i;
  }
}

}  // namespace
}  // namespace holdfast
