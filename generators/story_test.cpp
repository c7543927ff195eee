// Stories, and the strategies and controls of their kinds.
#include "generators/story.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "generators/edit.h"
#include "generators/strategy.h"

namespace holdfast {
namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    all += text + " ";
  }
  return all;
}

TEST(Stories, AreGoodAsTheyAreMade) {
  for (const StoryKind& kind : story_kinds()) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      Random random(seed);
      const Value story = kind.make(random);
      EXPECT_EQ(joined(kind.codes(story)), "") << kind.name << " " << seed;
    }
  }
}

TEST(Stories, AreTheSameForTheSameSeed) {
  for (const StoryKind& kind : story_kinds()) {
    Random one(7);
    Random two(7);
    Random other(8);
    const Value story = kind.make(one);
    EXPECT_EQ(story, kind.make(two));
    EXPECT_NE(story, kind.make(other));
  }
}

TEST(Stories, ThatAreNoneAreRefused) {
  for (const StoryKind& kind : story_kinds()) {
    for (const Value& story : {Value(), Value(7), Value::array(), Value::object(),
                               Value::object({{"steps", Value::array({Value(1)})}})}) {
      EXPECT_NE(joined(kind.codes(story)), "") << kind.name;
    }
  }
}

TEST(StoryStrategies, EachIsNamedByACodeOfItsOwnWhereverItApplies) {
  for (const StoryKind& kind : story_kinds()) {
    EXPECT_GE(strategies_of(kind.name).size(), 6U);
    for (const Strategy& strategy : strategies_of(kind.name)) {
      int applied = 0;
      for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        Value story = kind.make(random);
        const auto change = strategy.make_story(story, random);
        if (!change) {
          continue;
        }
        ++applied;
        ASSERT_TRUE(apply_edits(change->edits, story)) << strategy.name << " " << seed;
        const std::vector<std::string> codes = kind.codes(story);
        EXPECT_TRUE(std::any_of(codes.begin(), codes.end(),
                                [&](const std::string& code) {
                                  return std::find(strategy.codes.begin(), strategy.codes.end(),
                                                   code) != strategy.codes.end();
                                }))
            << strategy.name << " " << seed << ": " << joined(codes);
      }
      EXPECT_GE(applied, 20) << strategy.name;
    }
  }
}

TEST(StoryControls, AreAcceptedWhereverTheyApply) {
  for (const StoryKind& kind : story_kinds()) {
    EXPECT_GE(controls_of(kind.name).size(), 3U);
    for (const Control& control : controls_of(kind.name)) {
      int applied = 0;
      for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        Value story = kind.make(random);
        const auto change = control.make_story(story, random);
        if (!change) {
          continue;
        }
        ++applied;
        ASSERT_TRUE(apply_edits(change->edits, story)) << control.name << " " << seed;
        EXPECT_EQ(joined(kind.codes(story)), "") << control.name << " " << seed;
      }
      EXPECT_GE(applied, 20) << control.name;
    }
  }
}

}  // namespace
}  // namespace holdfast
