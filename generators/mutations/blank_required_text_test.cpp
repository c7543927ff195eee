#include <gtest/gtest.h>

#include <set>

#include "core/unicode.h"
#include "generators/strategy.h"

namespace holdfast::mutations {

Strategy blank_required_text();

namespace {

TEST(BlankRequiredText, LeavesNothingThatAReaderSees) {
  std::set<std::string> pointers;
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    Random random(seed);
    const auto change = blank_required_text().make(Manifest(), random);
    ASSERT_EQ(change->edits.size(), 1u);
    pointers.insert(change->edits.front().pointer);
    texts.insert(change->edits.front().value.text());
    EXPECT_FALSE(has_visible_character(change->edits.front().value.text()));
  }
  EXPECT_EQ(pointers, (std::set<std::string>{"/taskId", "/objective", "/nextExactAction",
                                             "/rollback", "/canonical/path", "/canonical/sha256"}));
  // Zero-width space, Hangul filler, no-break space, blank Braille cell, soft hyphen.
  for (const char* text : {"", " ", "\u200B", "\u3164", "\u00A0", "\u2800", "\u00AD"}) {
    EXPECT_EQ(texts.count(text), 1u);
  }
}

}  // namespace
}  // namespace holdfast::mutations
