#include <gtest/gtest.h>

#include <set>

#include "generators/strategy.h"

namespace holdfast::mutations {

Strategy split_next_action();

namespace {

std::set<std::string> splits_of(const std::string& action) {
  Manifest document;
  document.next_exact_action.text = action;
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 4'000; ++seed) {
    Random random(seed);
    const auto change = split_next_action().make(document, random);
    EXPECT_EQ(change->edits.front().pointer, "/nextExactAction");
    texts.insert(change->edits.front().value.text());
  }
  return texts;
}

TEST(SplitNextAction, KnowsEightSpellings) {
  const auto texts = splits_of("Open the list.");
  for (const char* text :
       {"Open the list; Run the tests", "Open the list;Run the tests",
        "Open the list && Run the tests", "Open the list&&Run the tests",
        "Open the list\nRun the tests", "Open the list then Run the tests",
        "Open the list、その後Run the tests", "記録を保存してからOpen the list."}) {
    EXPECT_EQ(texts.count(text), 1u) << text;
  }
}

TEST(SplitNextAction, JoinsJapaneseVerbs) {
  EXPECT_EQ(splits_of("変更をコミットする。").count("変更をコミットしてから一覧を確認する"), 1u);
}

TEST(SplitNextAction, PutsItsOwnWordsBeforeQuotesThatMayNotClose) {
  for (const std::string& text : splits_of("Set the title to \"Draft")) {
    EXPECT_TRUE(text.starts_with("Save the log") || text.starts_with("記録を保存")) << text;
  }
}

}  // namespace
}  // namespace holdfast::mutations
