#include "generators/compactor_test.h"
#include "generators/recipe.h"

namespace holdfast {
namespace {

Recipe collapsing(const Value& parameters) {
  const Compactor& outer = *find_compactor("handle_collapse");
  const Compactor& inner = *find_compactor("tail_rewrite");
  Recipe recipe;
  recipe.stages.push_back({&outer, *Parameters::over(outer.parameters, parameters)});
  recipe.stages.push_back(
      {&inner, *Parameters::over(inner.parameters, Value::object({{"tail", "none"}}))});
  return recipe;
}

// The level of the directive after each of three rounds.
std::vector<AtomReading> three_rounds(const Value& parameters, std::size_t* invented = nullptr) {
  Table table;
  const Recipe recipe = collapsing(parameters);
  std::vector<AtomReading> seen;
  Context context = run_recipe(recipe, table.turn({}, {user({table.body("d", 60)})}));
  for (std::uint64_t round = 1; round <= 3; ++round) {
    const ContextReading reading = read_context(table.atoms(), context);
    seen.push_back(reading.atoms[0]);
    if (invented != nullptr) {
      *invented = reading.invented;
    }
    context = run_recipe(recipe, table.turn(std::move(context), {}, round + 1));
  }
  return seen;
}

TEST(HandleCollapse, LeavesOnlyTheNameFromTheGivenAgeOn) {
  for (const char* mode : {"label", "pronoun", "path"}) {
    const auto seen = three_rounds(Value::object({{"mode", mode}, {"min_age_rounds", 2}}));
    EXPECT_EQ(seen[0].level, Level::kVerbatim) << mode;
    EXPECT_EQ(seen[1].level, Level::kLabel) << mode;
    EXPECT_EQ(seen[2].level, Level::kLabel) << mode;
  }
}

TEST(HandleCollapse, ChangesTheForceInEachOfItsWays) {
  const std::pair<const char*, Twist> modes[] = {{"weaken", Twist::kWeakened},
                                                 {"widen", Twist::kWidened},
                                                 {"flip", Twist::kFlipped},
                                                 {"demote", Twist::kDemoted},
                                                 {"voice", Twist::kRevoiced}};
  for (const auto& [mode, twist] : modes) {
    const auto seen = three_rounds(Value::object({{"mode", mode}, {"min_age_rounds", 3}}));
    EXPECT_EQ(seen[1].level, Level::kVerbatim) << mode;
    EXPECT_EQ(seen[2].level, Level::kChanged) << mode;
    EXPECT_EQ(seen[2].twist, twist) << mode;
  }
}

TEST(HandleCollapse, LosesNothingWhereTheNameFetchesTheBody) {
  for (const char* resolver : {"by_id", "by_search"}) {
    const auto seen = three_rounds(Value::object({{"min_age_rounds", 1}, {"resolver", resolver}}));
    EXPECT_EQ(seen[2].level, std::string(resolver) == "by_id" ? Level::kSame : Level::kLabel);
  }
}

TEST(HandleCollapse, TakesLongBodiesAtOnceAndCanInvent) {
  EXPECT_EQ(
      three_rounds(Value::object({{"min_age_rounds", 9}, {"max_body_characters", 59}}))[0].level,
      Level::kLabel);
  std::size_t invented = 0;
  EXPECT_EQ(three_rounds(Value::object({{"mode", "invent"}}), &invented)[2].level,
            Level::kVerbatim);
  EXPECT_EQ(invented, 1U);
}

}  // namespace
}  // namespace holdfast
