#include "generators/compactor_test.h"
#include "generators/recipe.h"

namespace holdfast {
namespace {

// latest_goal around a summariser that loses nothing.
// Messages need ids: which of them were folded is told by what is still there.
Context fold(Turn turn, const Value& parameters = {}, const Value& inner = {}) {
  Value tail = inner.is_null() ? Value::object({{"tail", "none"}}) : inner;
  std::uint64_t id = 0;
  for (Message& message : turn.context.messages) {
    message.id = message.derived ? 0 : ++id;
  }
  const Compactor& outer = *find_compactor("latest_goal");
  const Compactor& summariser = *find_compactor("tail_rewrite");
  Recipe recipe;
  recipe.stages.push_back({&outer, *Parameters::over(outer.parameters, parameters)});
  recipe.stages.push_back({&summariser, *Parameters::over(summariser.parameters, tail)});
  return run_recipe(recipe, std::move(turn));
}

std::vector<Message> goal_and_tasks(Table& table, int tasks) {
  std::vector<Message> window = {user({table.body("goal", 40, AtomKind::kGoal)}),
                                 user({table.body("p", 30, AtomKind::kProhibition)})};
  table.atom("p").goal = table.place("goal", 40);
  for (int i = 0; i < tasks; ++i) {
    window.push_back(user({table.body("t" + std::to_string(i), 20, AtomKind::kSubTask)}));
  }
  return window;
}

TEST(LatestGoal, LosesTheGoalOnceEnoughNewerRequestsAreFolded) {
  for (int slots = 1; slots <= 4; ++slots) {
    for (int tasks = 0; tasks <= 5; ++tasks) {
      Table table;
      const Context context =
          fold(table.turn({}, goal_and_tasks(table, tasks)), Value::object({{"slots", slots}}));
      const bool kept = table.left(context).find("goal") != std::string::npos;
      EXPECT_EQ(kept, tasks < slots) << slots << " " << tasks;
      // What belonged to it keeps its text and loses its scope.
      EXPECT_EQ(table.ids(context, Level::kChanged), kept ? "" : "p");
    }
  }
}

TEST(LatestGoal, KeepsTheFirstOrAllWhereItIsToldTo) {
  Table table;
  EXPECT_EQ(table.left(fold(table.turn({}, goal_and_tasks(table, 3)),
                            Value::object({{"policy", "first"}}))),
            "goal p t0 t1 t2");
  Table newer;
  std::vector<Message> two = {user({newer.body("first", 40, AtomKind::kGoal)}),
                              user({newer.body("second", 40, AtomKind::kGoal)})};
  EXPECT_EQ(newer.left(fold(newer.turn({}, two), Value::object({{"policy", "first"}}))), "first");
  EXPECT_EQ(newer.left(fold(newer.turn({}, two), {})), "second");
  Table all;
  EXPECT_EQ(
      all.left(fold(all.turn({}, goal_and_tasks(all, 3)), Value::object({{"policy", "append"}}))),
      "goal p t0 t1 t2");
}

TEST(LatestGoal, CanMakeAFinishedRequestLookOpen) {
  for (const bool resurrect : {false, true}) {
    Table table;
    std::vector<Message> window = {
        user({filler(ascii(80))}), user({table.body("t", 20, AtomKind::kSubTask)}),
        message_of(Role::kAssistant, {closing_of(table.place("t", 20), ascii(10))})};
    const Context context =
        fold(table.turn({}, std::move(window)), Value::object({{"resurrect", resurrect}}),
             Value::object({{"tail", "none"}}));
    EXPECT_EQ(table.left(context), resurrect ? "t" : "");
  }
}

}  // namespace
}  // namespace holdfast
