#include "generators/compactor_test.h"
#include "generators/recipe.h"

namespace holdfast {
namespace {

// What is left after the failing round, the third: a is carried, w in the window, t in the tail.
std::string left_after(const char* mode, bool* compacted = nullptr) {
  const Compactor& outer = *find_compactor("fail_open");
  const Compactor& inner = *find_compactor("tail_rewrite");
  Recipe recipe;
  recipe.stages.push_back(
      {&outer,
       *Parameters::over(outer.parameters, Value::object({{"mode", mode}, {"at_round", 3}}))});
  recipe.stages.push_back(
      {&inner, *Parameters::over(inner.parameters,
                                 Value::object({{"tail", "tokens"}, {"tail_tokens", 8}}))});
  Table table;
  Context context = run_recipe(
      recipe, table.turn({}, {user({table.body("a", 40)}), user({filler(ascii(40))})}, 1));
  context = run_recipe(recipe, table.turn(std::move(context), {user({filler(ascii(40))})}, 2));
  context =
      run_recipe(recipe, table.turn(std::move(context),
                                    {user({table.body("w", 40)}), user({table.body("t", 40)})}, 3));
  if (compacted != nullptr) {
    *compacted = context.compacted;
  }
  return table.left(context);
}

TEST(FailOpen, LosesWhatEachModeLoses) {
  EXPECT_EQ(left_after("blank"), "t");
  EXPECT_EQ(left_after("error_text"), "t");
  EXPECT_EQ(left_after("window_dropped"), "a t");
  EXPECT_EQ(left_after("prior_dropped"), "w t");
  EXPECT_EQ(left_after("prior_emptied"), "w t");
}

TEST(FailOpen, LosesNothingWhereItFailsClosed) {
  bool compacted = true;
  EXPECT_EQ(left_after("closed", &compacted), "a w t");
  EXPECT_FALSE(compacted);
}

}  // namespace
}  // namespace holdfast
