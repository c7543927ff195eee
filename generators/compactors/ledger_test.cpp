#include "generators/compactor_test.h"
#include "generators/recipe.h"

namespace holdfast {
namespace {

TEST(LedgerCompactor, PutsBackWhatIsOpenWhateverIsInside) {
  Table table;
  const Compactor& inner = *find_compactor("fail_open");
  Recipe recipe;
  recipe.stages.push_back(
      {&inner,
       *Parameters::over(inner.parameters, Value::object({{"at_round", 1}, {"every_rounds", 1}}))});
  recipe = with_ledger(std::move(recipe));
  Context context = run_recipe(
      recipe, table.turn({}, {user({table.body("a", 40)}), user({table.body("b", 40)})}, 1));
  EXPECT_EQ(table.left(context), "a b");
  table.close("a");
  context = run_recipe(recipe, table.turn(std::move(context), {}, 2));
  EXPECT_EQ(table.left(context), "b");
  EXPECT_EQ(std::count_if(context.messages.begin(), context.messages.end(),
                          [](const Message& message) { return message.role == Role::kLedger; }),
            1);
}

TEST(LedgerCompactor, MakesAnIndexOfTooMuchAndDropsNothing) {
  Table table;
  Segments said;
  for (int i = 0; i < 50; ++i) {
    said.push_back(table.body("d" + std::to_string(i), 400));
  }
  const Context context =
      run("ledger", table.turn({}, {user(said)}), Value::object({{"render_tokens_max", 1000}}));
  EXPECT_EQ(table.left(context), "");
  EXPECT_EQ(table.ids(context, Level::kSame).size(), 50 * 4 - 1 - 10U);  // d0 .. d49
}

}  // namespace
}  // namespace holdfast
