#include "generators/compactor_test.h"
#include "generators/recipe.h"

namespace holdfast {
namespace {

// Rounds of one message each through a summariser that loses nothing, and the fault at the last.
struct Runner {
  Table table;
  Archive archive;
  Recipe recipe;
  Context context;
  std::uint64_t id = 0;

  explicit Runner(const Value& parameters, const Value& inner = Value::object({{"tail", "none"}})) {
    const Compactor& outer = *find_compactor("stale_base");
    const Compactor& summariser = *find_compactor("tail_rewrite");
    recipe.stages.push_back({&outer, *Parameters::over(outer.parameters, parameters)});
    recipe.stages.push_back({&summariser, *Parameters::over(summariser.parameters, inner)});
    archive.contexts.push_back({});
  }

  void round(std::vector<Segments> said) {
    std::vector<Message> window;
    for (Segments& segments : said) {
      window.push_back(user(std::move(segments)));
      window.back().id = ++id;
      archive.messages.push_back(window.back());
    }
    Turn turn = table.turn(std::move(context), std::move(window), archive.contexts.size());
    turn.archive = &archive;
    context = run_recipe(recipe, std::move(turn));
    archive.contexts.push_back(context);
    archive.last_ids.push_back(id);
  }
};

TEST(StaleBase, ForgetsWhatWasSaidSinceAndOpensWhatWasClosedSince) {
  Runner runner(Value::object({{"mode", "stale_summary"}, {"at_round", 4}, {"base_round", 1}}));
  runner.round({{runner.table.body("a", 30)}, {runner.table.body("b", 30)}});
  runner.round({{runner.table.body("c", 30)}});
  runner.round({{closing_of(runner.table.place("a", 30), ascii(20))}});
  EXPECT_EQ(runner.table.left(runner.context), "b c");
  runner.round({{runner.table.body("d", 30)}});
  EXPECT_EQ(runner.table.left(runner.context), "a b d");
}

TEST(StaleBase, RevivesSupersededItemsBesideTheirSuccessors) {
  Runner runner(Value::object({{"mode", "raw_resurrect"}, {"at_round", 3}, {"base_round", 1}}));
  runner.round({{runner.table.body("old", 30)}});
  runner.round(
      {{closing_of(runner.table.place("old", 30), ascii(20)), runner.table.body("new", 900)}});
  EXPECT_EQ(runner.table.left(runner.context), "new");
  runner.round({{runner.table.body("d", 30)}});
  EXPECT_EQ(runner.table.left(runner.context), "old new d");
}

TEST(StaleBase, SkipsAsManyFreshMessagesAsWereRemoved) {
  Runner runner(Value::object({{"mode", "count_offset"}, {"at_round", 2}}));
  runner.round({{runner.table.body("a", 30)}});
  runner.round({{runner.table.body("x1", 30)},
                {runner.table.body("x2", 30)},
                {runner.table.body("x3", 30)},
                {runner.table.body("x4", 30)}});
  EXPECT_EQ(runner.table.left(runner.context), "a x4");
}

// N messages are folded, K follow: the summary is hidden first at K = 10 for N = 9, 13 for N = 10.
TEST(StaleBase, HidesTheSummaryOnceTheTailIsAsLongAsAllBeforeIt) {
  for (const auto& [folded, first] : {std::pair{9, 10}, std::pair{10, 13}}) {
    for (int after = 1; after <= 16; ++after) {
      Runner runner(Value::object({{"mode", "hidden_summary"}, {"at_round", 2}}),
                    Value::object({{"tail", "tokens"}, {"tail_tokens", after * 10}}));
      std::vector<Segments> said = {{runner.table.body("d", 30)}};
      for (int i = 1; i < folded; ++i) {
        said.push_back({filler(ascii(40))});
      }
      for (int i = 0; i < after; ++i) {
        said.push_back({filler(ascii(40))});
      }
      runner.round(std::move(said));
      ASSERT_EQ(runner.table.left(runner.context), "d");
      runner.round({});
      const bool hidden = (folded + 1 + after) / 2 / 2 * 2 >= folded + 1;
      EXPECT_EQ(runner.table.left(runner.context).empty(), hidden) << folded << " " << after;
      EXPECT_FALSE(hidden && after < first) << folded << " " << after;
      EXPECT_TRUE(hidden || after != first) << folded << " " << after;
    }
  }
}

TEST(StaleBase, LosesAllThatWasCarriedWhereThePriorSummaryIsNotFound) {
  Runner runner(Value::object({{"mode", "keep_changed"}, {"at_round", 2}}));
  runner.round({{runner.table.body("a", 30)}});
  runner.round({{runner.table.body("b", 30)}});
  EXPECT_EQ(runner.table.left(runner.context), "b");
}

TEST(StaleBase, LosesWhatLiesBeforeTheCheckpointAtARollbackUnlessThereIsAnOlderOne) {
  for (const bool older : {false, true}) {
    Runner runner(Value::object({{"mode", "rollback"}, {"at_round", older ? 3 : 2}}));
    runner.round({{runner.table.body("a", 30)}});
    if (older) {
      runner.round({{runner.table.body("b", 30)}});
    }
    runner.round({{runner.table.body("c", 30)}});
    EXPECT_EQ(runner.table.left(runner.context), older ? "a c" : "c");
  }
}

TEST(StaleBase, LosesNothingOfWhatIsResurrectedRaw) {
  Runner runner(Value::object({{"mode", "raw_resurrect"}, {"at_round", 3}, {"base_round", 1}}));
  runner.round({{runner.table.body("a", 30)}});
  runner.round({{runner.table.body("b", 30)}});
  runner.round({{runner.table.body("c", 30)}});
  EXPECT_EQ(runner.table.left(runner.context), "a b c");
}

}  // namespace
}  // namespace holdfast
