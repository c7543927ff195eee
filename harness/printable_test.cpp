#include "harness/printable.h"

#include <gtest/gtest.h>

#include "core/unicode.h"

namespace holdfast {
namespace {

TEST(Printable, LetsOrdinaryTextPass) {
  EXPECT_EQ(printable_text("a\tb\nc é 漢 😀"), "a\tb\nc é 漢 😀");
}

TEST(Printable, ReplacesWhatATerminalWouldObey) {
  EXPECT_EQ(printable_text("\x1b[31mred\r"), "\uFFFD[31mred\uFFFD");
  EXPECT_EQ(printable_text("a\u202Eb\u009Bc"), "a\uFFFDb\uFFFDc");
  EXPECT_EQ(printable_text(std::string_view("a\0b", 3)), "a\uFFFDb");
}

TEST(Printable, IsAlwaysValidUtf8) {
  std::string all;
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; second += 5) {
      all += static_cast<char>(first);
      all += static_cast<char>(second);
    }
  }
  EXPECT_TRUE(is_valid_utf8(printable_text(all)));
  EXPECT_EQ(printable_text("\xF0\x9F\x98"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(printable_text("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD") << "a surrogate";
}

TEST(Printable, GivesTheLastLinesInOne) {
  EXPECT_EQ(last_lines("one\ntwo\n\nthree\n \n", 2, 100), "two | three");
  EXPECT_EQ(last_lines("one", 3, 100), "one");
  EXPECT_EQ(last_lines("", 3, 100), "");
  EXPECT_EQ(last_lines("\n\n", 3, 100), "");
  EXPECT_EQ(last_lines("a\tb", 3, 100), "a b");
  EXPECT_EQ(last_lines("ééé", 1, 3), "é") << "never half a character";
}

TEST(Printable, QuotesOnlyShortTokens) {
  EXPECT_EQ(quoted_token("maybe"), "\"maybe\"");
  EXPECT_EQ(quoted_token("two words"), "a text of 9 bytes");
  EXPECT_EQ(quoted_token(""), "a text of 0 bytes");
  EXPECT_EQ(quoted_token(std::string(33, 'x')), "a text of 33 bytes");
}

}  // namespace
}  // namespace holdfast
