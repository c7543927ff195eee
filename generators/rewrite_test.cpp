#include "generators/rewrite.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "core/json.h"
#include "generators/realistic.h"

namespace holdfast {
namespace {

TEST(Rewrite, KeepsTheMeaningInEveryStyle) {
  for (int style = 0; style < 8; ++style) {
    const RewriteStyle chosen = {.shuffle_members = (style & 1) != 0,
                                 .white_space = (style & 2) != 0,
                                 .escapes = (style & 4) != 0};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      Random random(seed);
      const Value value = to_value(random_manifest(random));
      const std::string text = rewrite_json(value, chosen, random);
      const JsonReading reading = read_json(text);
      ASSERT_TRUE(reading.value.has_value()) << reading.faults.front().reason << text;
      EXPECT_EQ(*reading.value, value);
      EXPECT_EQ(text == write_compact_json(value), style == 0);
    }
  }
}

TEST(Rewrite, SpellsEveryKindOfEscape) {
  const Value value =
      Value::object({{"a/b", Value::array({"\"\\\n\b\u0001é😀", 7, true, Value()})}});
  std::string all;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const std::string text = rewrite_json(value, {.escapes = true}, random);
    const JsonReading reading = read_json(text);
    ASSERT_TRUE(reading.value.has_value()) << text;
    EXPECT_EQ(*reading.value, value);
    all += text;
  }
  for (const char* part : {"\\/", "\\u002f", "\\u002F", "\\\"", "\\u0022", "\\\\", "\\u005c",
                           "\\u000a", "\\u0001", "\\u00E9", "\\uD83D\\uDE00", "\\u0061", "😀"}) {
    EXPECT_NE(all.find(part), std::string::npos) << part;
  }
}

TEST(Rewrite, PutsWhiteSpaceEverywhere) {
  const Value value = Value::object({{"a", Value::array({1, 2})}});
  const std::string_view plain = R"({"a":[1,2]})";
  std::set<std::size_t> places;  // how many characters stand before a run of white space
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    std::string bare;
    for (const char c : rewrite_json(value, {.white_space = true}, random)) {
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        places.insert(bare.size());
      } else {
        bare += c;
      }
    }
    EXPECT_EQ(bare, plain);
  }
  // Everywhere but within "a".
  EXPECT_EQ(places, (std::set<std::size_t>{0, 1, 4, 5, 6, 7, 8, 9, 10, 11}));
}

}  // namespace
}  // namespace holdfast
