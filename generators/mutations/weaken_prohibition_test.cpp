#include <gtest/gtest.h>

#include <set>

#include "generators/strategy.h"

namespace holdfast::mutations {

Strategy weaken_prohibition();

namespace {

std::set<std::string> weakened(const std::string& text) {
  Manifest document;
  document.prohibitions = {text};
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    if (const auto change = weaken_prohibition().make(document, random)) {
      EXPECT_EQ(change->edits.front().pointer, "/prohibitions/0");
      texts.insert(change->edits.front().value.text());
    }
  }
  return texts;
}

TEST(WeakenProhibition, PutsStrongWordsMoreSoftly) {
  EXPECT_EQ(weakened("You must not push.").count("You should not push."), 1u);
  EXPECT_EQ(weakened("Do not push").count("Try not to push"), 1u);
  EXPECT_EQ(weakened("Never push").count("If you can avoid it, do not push"), 1u);
  EXPECT_EQ(weakened("直接の変更は禁止").count("直接の変更はなるべく避ける"), 1u);
  EXPECT_EQ(weakened("送信してはならない。").count("送信しないほうがよい。"), 1u);
}

TEST(WeakenProhibition, LeavesOutAConditionAndAddsAWayOut) {
  const auto texts = weakened("No payment without written approval.");
  EXPECT_EQ(texts.count("No payment without approval."), 1u);
  EXPECT_EQ(texts.count("No payment without notice."), 1u);
  EXPECT_EQ(texts.count("No payment without written approval unless it is urgent."), 1u);
}

TEST(WeakenProhibition, ChangesWholeWordsOnly) {
  // "any" in "Germany" and "must" in "mustard" are no strong words, so only hedges are left.
  for (const std::string& text : weakened("No mustard from Germany")) {
    EXPECT_TRUE(text.starts_with("No mustard from Germany ")) << text;
  }
}

TEST(WeakenProhibition, NeedsAProhibition) {
  Random random(1);
  EXPECT_FALSE(weaken_prohibition().make(Manifest(), random).has_value());
}

TEST(WeakenProhibition, MakesNoItemThatIsThereAlready) {
  Manifest document;
  document.prohibitions = {"must x", "should x"};
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    if (const auto change = weaken_prohibition().make(document, random)) {
      EXPECT_NE(change->edits.front().value.text(), "should x");
    }
  }
}

}  // namespace
}  // namespace holdfast::mutations
