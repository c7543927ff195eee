// The incident from its numbers: previews of 2,000 characters with a heading of 29, a summary of
// 5,632 characters whose directives begin at 4,175, an index without what was derived, 15
// compactions with a stash and a recovery. The contract is lost at the round after the one that
// first folded it, and that candidate is refused.
#include <gtest/gtest.h>

#include "harness/builtin_subject.h"
#include "harness/simulation.h"
#include "harness/simulation_report.h"

namespace holdfast {
namespace {

constexpr std::size_t kContractCharactersMax = 1971;

struct Numbers {
  std::int64_t directives_at = 4175;
  std::int64_t summary_characters = 5632;
  std::int64_t preview_characters = 2000;
  std::int64_t cap_tokens = 4000;
  bool covers_derived = false;
};

Value section(const char* name, std::initializer_list<Value> kinds, std::int64_t prose) {
  return Value::object(
      {{"name", name}, {"kinds", Value::array(kinds)}, {"prose_characters", prose}});
}

// The narrative before the directives fills up to their place, the one behind them the rest.
Recipe runtime(const Numbers& numbers) {
  const Compactor* model = find_compactor("derived_blind_index");
  const Value parameters = Value::object(
      {{"preview_characters", numbers.preview_characters},
       {"heading_characters", 29},
       {"cap_tokens", numbers.cap_tokens},
       {"covers_derived", numbers.covers_derived},
       {"tail_tokens", 1500},
       {"sections",
        Value::array({section("Completed Tasks", {}, numbers.directives_at),
                      section("User Directives", {"directive"}, 0),
                      section("Current Work", {},
                              numbers.summary_characters - numbers.directives_at - 29)})}});
  return {"incident", "", {{model, *Parameters::over(model->parameters, parameters)}}};
}

// A contract of six conditions in the first entries, then work for 15 rounds with detours.
SimulationOptions fifteen_rounds() {
  SimulationOptions options;
  options.seed = 3;
  options.rounds = 15;
  options.gate = false;
  options.history.entries = 300;
  options.history.detours = true;
  options.history.japanese_percent = 0;
  for (std::uint64_t entry = 1; entry <= 6; ++entry) {
    Plant plant;
    plant.kind = AtomKind::kDirective;
    plant.entry = 2 * entry - 1;
    options.history.plants.push_back(plant);
  }
  return options;
}

SimulationResult run(const Numbers& numbers) {
  const std::unique_ptr<Pipeline> pipeline = make_recipe_pipeline(runtime(numbers));
  Result<std::unique_ptr<Subject>> verifier = make_builtin_subject_factory()->start();
  CHECK(verifier.ok());
  Result<SimulationResult> result = simulate(*pipeline, **verifier, fifteen_rounds());
  CHECK(result.ok());
  return std::move(*result);
}

// The round that first folded something, and the one at which the first condition fell.
struct Story {
  std::uint64_t folded = 0;
  std::uint64_t fell = 0;
  std::size_t fallen = 0;
  SimulationResult result;
};
Story story(const Numbers& numbers) {
  Story story;
  story.result = run(numbers);
  for (const SimulationRow& row : story.result.rows) {
    if (row.compacted && story.folded == 0) {
      story.folded = row.round;
    }
  }
  for (const ItemSummary& item : story.result.items) {
    if (item.fell_round > 0) {
      story.fell = story.fell == 0 ? item.fell_round : std::min(story.fell, item.fell_round);
      ++story.fallen;
    }
  }
  return story;
}

TEST(IncidentNumbers, TheContractIsLostAtTheRoundAfterItWasFoldedAndThatIsRefused) {
  const Story told = story({});
  ASSERT_GT(told.folded, 0U);
  EXPECT_EQ(told.fallen, 6U);
  EXPECT_EQ(told.fell, told.folded + 1);
  EXPECT_EQ(told.result.survivors, 0U);
  EXPECT_EQ(told.result.false_alarms, 0U);
  for (const SimulationRow& row : told.result.rows) {
    if (row.compacted) {
      EXPECT_EQ(row.refused(), row.round > told.folded) << round_line(row, told.result.items);
    }
  }
  const SimulationRow& refused = told.result.rows[static_cast<std::size_t>(told.fell - 1)];
  EXPECT_NE(std::find(refused.reasons.begin(), refused.reasons.end(), "directive_dropped"),
            refused.reasons.end());
}

// The first condition is 1,900 + its length; what ends behind 1,971 goes.
TEST(IncidentNumbers, ASectionJustWithinThePreviewKeepsWhatEndsThere) {
  Numbers numbers;
  numbers.directives_at = 1900;
  const Story told = story(numbers);
  const History history(3, fifteen_rounds().history);
  std::size_t end = 1900;
  std::size_t kept = 0;
  for (const Atom& atom : history.atoms()) {
    end += atom.size.characters;
    kept += end <= kContractCharactersMax ? 1 : 0;
  }
  EXPECT_EQ(told.fallen, 6 - kept);
  EXPECT_EQ(told.fell, kept == 6 ? 0 : told.folded + 1);
}

TEST(IncidentNumbers, ASectionBehindThePreviewLosesEverything) {
  Numbers numbers;
  numbers.directives_at = 1972;
  const Story told = story(numbers);
  EXPECT_EQ(told.fallen, 6U);
  EXPECT_EQ(told.fell, told.folded + 1);
}

TEST(IncidentNumbers, ALargerBudgetWithoutALongerPreviewChangesNothing) {
  Numbers numbers;
  numbers.cap_tokens = 40000;
  EXPECT_EQ(story(numbers).fallen, 6U);
}

TEST(IncidentNumbers, ARepairedIndexWithoutALongerPreviewSavesIt) {
  Numbers numbers;
  numbers.covers_derived = true;
  EXPECT_EQ(story(numbers).fallen, 0U);
}

TEST(IncidentNumbers, ALongerPreviewSavesIt) {
  Numbers numbers;
  numbers.preview_characters = 5632;
  EXPECT_EQ(story(numbers).fallen, 0U);
}

}  // namespace
}  // namespace holdfast
