#include "generators/lookalike.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/unicode.h"

namespace holdfast {
namespace {

TEST(Lookalike, DiffersAndStaysVisibleText) {
  for (const char* text :
       {"Do not push to main", "禁止", "x", " ", "👩‍🔬", "が", "ＡＢ", "A\u0301"}) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      Random random(seed);
      const std::string twin = lookalike(text, random);
      EXPECT_NE(twin, text);
      EXPECT_TRUE(is_valid_utf8(twin)) << text;
      EXPECT_EQ(has_visible_character(twin), has_visible_character(text)) << text;
    }
  }
  Random random(1);
  EXPECT_EQ(lookalike("", random), " ");
}

TEST(Lookalike, KnowsManyDisguises) {
  std::set<std::string> twins;
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    Random random(seed);
    twins.insert(lookalike("é a-ぷＺ", random));
  }
  for (const char* twin : {"é ａ-ぷＺ",       // full width
                           "é a-ぷZ",         // half width
                           "é \u0430-ぷＺ",   // Cyrillic
                           "e\u0301 a-ぷＺ",  // decomposed, Latin
                           "é a-ふ\u309AＺ",  // decomposed, kana
                           "é a\u2010ぷＺ",   // another hyphen
                           "é\u00A0a-ぷＺ",   // another space
                           "é a\u200B-ぷＺ",  // something invisible
                           "é a-ぷＺ "}) {
    EXPECT_EQ(twins.count(twin), 1u) << twin;
  }
}

TEST(InvisibleText, ShowsNothing) {
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
    Random random(seed);
    const std::string text = invisible_text(random);
    EXPECT_FALSE(has_visible_character(text));
    for (std::size_t at = 0; at < text.size();) {
      EXPECT_FALSE(is_line_break(next_code_point(text, at)));
    }
    texts.insert(text);
  }
  for (const char* text : {"", " ", "\u200B", "\u3164", "\u00A0", "\u2800", "\u00AD"}) {
    EXPECT_EQ(texts.count(text), 1u);
  }
}

}  // namespace
}  // namespace holdfast
