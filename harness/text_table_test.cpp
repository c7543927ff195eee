// Tables are straight whatever is in them, and fit the terminal.
#include "harness/text_table.h"

#include "harness/display_width.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

TEST(TextTable, CountsWhatCharactersTakeOnATerminal) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("売上表"), 6U);
  EXPECT_EQ(display_width("ｶﾀｶﾅ"), 4U) << "half width";
  EXPECT_EQ(display_width("Ｒｅｐ"), 6U) << "full width";
  EXPECT_EQ(display_width("e\u0301"), 1U) << "a combining mark";
  EXPECT_EQ(display_width("か\u3099"), 2U);
  EXPECT_EQ(display_width("🧾"), 2U);
}

TEST(TextTable, IsStraightWithJapaneseText) {
  const auto lines = lines_of(
      text_table({{"what"}, {"n", true}}, {{"売上の誤りを直す", "1"}, {"short", "1234"}}, 80));
  ASSERT_EQ(lines.size(), 3U);
  for (const std::string& line : lines) {
    EXPECT_EQ(display_width(line), display_width(lines[0])) << line;
  }
}

TEST(TextTable, FitsTheTerminalByCuttingWhatMayBeCut) {
  const std::string text =
      text_table({{"id"}, {"what", false, true}},
                 {{"abc", "売上の誤りを直し、佐藤さんの確認を得てから送る"}}, 24);
  for (const std::string& line : lines_of(text)) {
    EXPECT_LE(display_width(line), 24U) << line;
  }
  EXPECT_NE(text.find("…"), std::string::npos);
  EXPECT_NE(text.find("abc"), std::string::npos);
}

TEST(TextTable, CutsOnlyBetweenCharacters) {
  EXPECT_EQ(cut_to_width("売上表", 6), "売上表");
  EXPECT_EQ(cut_to_width("売上表", 5), "売上…");
  EXPECT_EQ(cut_to_width("売上表", 4), "売…");
  EXPECT_EQ(cut_to_width("売上表", 1), "…");
  EXPECT_EQ(cut_to_width("売上表", 0), "");
}

TEST(TextTable, WrapsAtSpaces) {
  EXPECT_EQ(wrapped("one two three", 7, "  "), "one two\n  three");
  EXPECT_EQ(wrapped("one", 2, ""), "one");
}

}  // namespace
}  // namespace holdfast
