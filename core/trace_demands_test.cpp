#include "core/trace_demands.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

TEST(Demand, HearsProhibitions) {
  for (const char* sentence :
       {"Do not publish depths.", "Never push to main.", "岸壁の線は変えないでください。",
        "本番のデータベースには触らないで。"}) {
    EXPECT_EQ(demand_of(sentence), Demand::kProhibition) << sentence;
  }
}

TEST(Demand, HearsLimits) {
  for (const char* sentence :
       {"Keep captions under 80 characters.", "The report has at most 12 pages.",
        "Only use the staging database.", "skip 5, 7, 8 and do the rest", "Stay within 2 hours.",
        "図は3枚以内にしてください。", "予算は5万円までです。", "検証環境だけを使って。"}) {
    EXPECT_EQ(demand_of(sentence), Demand::kLimit) << sentence;
  }
}

TEST(Demand, HearsAcceptanceCriteria) {
  for (const char* sentence :
       {"Make sure every sheet has a scale bar.", "All tests must pass on Windows.",
        "The work is done when the soak test is green.", "縮尺を必ず入れてください。",
        "テストが全部通ること。"}) {
    EXPECT_EQ(demand_of(sentence), Demand::kAcceptance) << sentence;
  }
}

TEST(Demand, PassesOverWhatDemandsNothing) {
  for (const char* sentence :
       {"Redraw the harbour map.", "Is it under 80 characters?", "I think the limit is odd.",
        "the squash in GitHub keeps trailers", "地図を描き直してください。", "", "...",
        "the case on line 73 tries to fix this by limiting"}) {
    EXPECT_EQ(demand_of(sentence), std::nullopt) << sentence;
  }
}

}  // namespace
}  // namespace holdfast
