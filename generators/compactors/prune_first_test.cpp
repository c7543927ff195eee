#include "generators/compactor_test.h"
#include "generators/recipe.h"

namespace holdfast {
namespace {

// (tokens, users' messages after it), oldest first; a token is four characters.
std::string pruned(const std::vector<std::pair<int, int>>& results, int protect, int minimum) {
  Table table;
  std::vector<Message> window;
  int turn = results.front().second + 1;
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (; turn > results[i].second; --turn) {
      window.push_back(user({filler(ascii(4))}));
    }
    window.push_back(message_of(
        Role::kResult,
        {table.body("r" + std::to_string(i), static_cast<std::size_t>(results[i].first) * 4)}));
  }
  for (; turn > 0; --turn) {
    window.push_back(user({filler(ascii(4))}));
  }
  const Context context =
      run("prune_first", table.turn({}, std::move(window)),
          Value::object({{"protect_tokens", protect}, {"minimum_tokens", minimum}}));
  std::string gone;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::string id = "r" + std::to_string(i);
    if ((" " + table.left(context) + " ").find(" " + id + " ") == std::string::npos) {
      gone += (gone.empty() ? "" : " ") + id;
    }
  }
  return gone;
}

TEST(PruneFirst, PrunesTheOldestOnceTheBatchIsWorthIt) {
  EXPECT_EQ(pruned({{15, 5}, {15, 4}, {20, 3}, {25, 2}, {30, 1}}, 40, 20), "r0 r1 r2");
  EXPECT_EQ(pruned({{5, 4}, {10, 3}, {35, 2}}, 40, 20), "");
}

TEST(PruneFirst, StopsAtASummaryAndSkipsTheNewestTurns) {
  Table table;
  Context context;
  context.messages.push_back(message_of(Role::kResult, {table.body("old", 400)}));
  Message summary = message_of(Role::kSummary, {table.body("s", 40)});
  summary.derived = true;
  context.messages.push_back(std::move(summary));
  std::vector<Message> window = {message_of(Role::kResult, {table.body("new", 400)}),
                                 user({filler(ascii(4))})};
  const Value parameters = Value::object({{"protect_tokens", 0}, {"minimum_tokens", 0}});
  EXPECT_EQ(table.left(run("prune_first", table.turn(context, window), parameters)), "old s new");
  window.push_back(user({filler(ascii(4))}));
  EXPECT_EQ(table.left(run("prune_first", table.turn(context, window), parameters)), "old s");
}

TEST(PruneFirst, ClipsWhatTheSummariserSeesOfAResult) {
  for (const int clip : {2000, 2030}) {
    Table table;
    const Compactor& outer = *find_compactor("prune_first");
    const Compactor& inner = *find_compactor("tail_rewrite");
    Recipe recipe;
    recipe.stages.push_back(
        {&outer, *Parameters::over(outer.parameters, Value::object({{"clip_characters", clip}}))});
    recipe.stages.push_back(
        {&inner, *Parameters::over(inner.parameters, Value::object({{"tail", "none"}}))});
    const Context context = run_recipe(
        recipe,
        table.turn({}, {message_of(Role::kResult, {filler(ascii(1990)), table.body("late", 40)})}));
    EXPECT_EQ(table.left(context), clip == 2000 ? "" : "late");
  }
}

}  // namespace
}  // namespace holdfast
