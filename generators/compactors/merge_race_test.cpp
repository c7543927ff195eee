#include "generators/compactor_test.h"
#include "generators/recipe.h"

namespace holdfast {
namespace {

Context race(Turn turn, const char* mode, int landing = 2) {
  const Compactor& outer = *find_compactor("merge_race");
  const Compactor& inner = *find_compactor("tail_rewrite");
  Recipe recipe;
  recipe.stages.push_back(
      {&outer, *Parameters::over(outer.parameters,
                                 Value::object({{"mode", mode}, {"landing_messages", landing}}))});
  recipe.stages.push_back(
      {&inner, *Parameters::over(inner.parameters, Value::object({{"tail", "none"}}))});
  return run_recipe(recipe, std::move(turn));
}

std::vector<Message> window_of(Table& table) {
  std::vector<Message> window;
  for (const char* id : {"a", "b", "c", "d"}) {
    window.push_back(user({table.body(id, 30)}));
  }
  return window;
}

TEST(MergeRace, LosesWhatArrivedMeanwhile) {
  for (const char* mode : {"lost_update", "double_tail"}) {
    Table table;
    EXPECT_EQ(table.left(race(table.turn({}, window_of(table)), mode)), "a b") << mode;
  }
}

TEST(MergeRace, LosesNothingInTheSafeKinds) {
  for (const char* mode : {"cas_skip", "splice_ids", "prefix_replace"}) {
    Table table;
    const Context context = race(table.turn({}, window_of(table)), mode);
    EXPECT_EQ(table.left(context), "a b c d") << mode;
    EXPECT_EQ(context.compacted, std::string(mode) != "cas_skip");
  }
}

TEST(MergeRace, ReadsOnOnlyTheNewerOfTwoSummaries) {
  Table table;
  EXPECT_EQ(table.left(race(table.turn({}, window_of(table)), "latest_wins")), "c d");
}

TEST(MergeRace, UndoesARevocationThatArrivedMeanwhile) {
  Table table;
  std::vector<Message> window = window_of(table);
  window.push_back(user({closing_of(table.place("a", 30), ascii(20))}));
  table.close("a");
  EXPECT_EQ(table.left(race(table.turn({}, window), "lost_update", 1)), "a b c d");
  EXPECT_EQ(table.left(race(table.turn({}, window), "splice_ids", 1)), "b c d");
}

}  // namespace
}  // namespace holdfast
