#include "harness/display_width.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

TEST(DisplayWidth, CountsColumns) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("日本"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(fitted("日本語", 5), "日本\u2026");
  EXPECT_EQ(fitted("日本語", 4), "日\u2026 ");
  EXPECT_EQ(fitted("a\n\t b\x1b[1m", 8), "a b [1m ");
  EXPECT_EQ(fitted("", 2), "  ");
}

}  // namespace
}  // namespace holdfast
