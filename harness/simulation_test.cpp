#include "harness/simulation.h"

#include <gtest/gtest.h>

#include "core/json.h"
#include "harness/builtin_subject.h"
#include "harness/simulation_controls.h"
#include "harness/simulation_report.h"

namespace holdfast {
namespace {

std::unique_ptr<Subject> builtin() {
  Result<std::unique_ptr<Subject>> subject = make_builtin_subject_factory()->start();
  CHECK(subject.ok());
  return std::move(*subject);
}

// Accepts or refuses everything.
class Stubborn final : public Subject {
 public:
  explicit Stubborn(AnswerKind kind) : kind_(kind) { description_.name = "stubborn"; }
  const SubjectDescription& description() const override { return description_; }
  Answer verify(const Question&) override {
    Answer answer;
    answer.kind = kind_;
    return answer;
  }
  bool usable() const override { return true; }
  SubjectEnding finish() override { return {}; }

 private:
  AnswerKind kind_;
  SubjectDescription description_;
};

Recipe recipe_of(std::string_view model, const Value& parameters = {}) {
  const Compactor* compactor = find_compactor(model);
  CHECK(compactor != nullptr);
  return {
      std::string(model), "", {{compactor, *Parameters::over(compactor->parameters, parameters)}}};
}

// Every model alone, and every bundled runtime.
std::vector<Recipe> all_pipelines() {
  std::vector<Recipe> recipes;
  for (const Compactor& compactor : compactors::all()) {
    if (compactor.name != "ledger") {
      recipes.push_back(recipe_of(compactor.name));
    }
  }
  for (const BundledRecipe& bundled : bundled_recipes()) {
    recipes.push_back(*find_recipe(std::string(bundled.name)));
  }
  return recipes;
}

SimulationOptions options(std::uint64_t seed, std::uint64_t rounds, bool gate = true) {
  SimulationOptions options;
  options.seed = seed;
  options.rounds = rounds;
  options.gate = gate;
  options.history.entries = 20 * rounds;
  options.history.detours = true;
  return options;
}

SimulationResult run(Recipe recipe, Subject& verifier, const SimulationOptions& options) {
  const std::unique_ptr<Pipeline> pipeline = make_recipe_pipeline(std::move(recipe));
  Result<SimulationResult> result = simulate(*pipeline, verifier, options);
  CHECK(result.ok());
  return std::move(*result);
}

std::string row_text(const SimulationResult& result) {
  std::string text;
  for (const SimulationRow& row : result.rows) {
    if (row.refused() || row.lost()) {
      text += round_line(row, result.items);
    }
  }
  return text;
}

void expect_nothing_lost(std::uint64_t rounds, std::uint64_t seeds) {
  const std::unique_ptr<Subject> verifier = builtin();
  for (const Recipe& recipe : all_pipelines()) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const SimulationResult result = run(with_ledger(recipe), *verifier, options(seed, rounds));
      EXPECT_EQ(result.losses, 0U) << recipe.name << " seed " << seed << "\n" << row_text(result);
      EXPECT_EQ(result.refused, 0U) << recipe.name << " seed " << seed << "\n" << row_text(result);
      EXPECT_EQ(result.accidents, 0U);
    }
  }
}

TEST(Simulation, WithTheLedgerNothingIsLostOrFlaggedAfterFiftyRounds) {
  expect_nothing_lost(50, 2);
}

TEST(SlowSimulation, WithTheLedgerNothingIsLostOrFlaggedAfterAThousandRounds) {
  expect_nothing_lost(1000, 1);
}

TEST(Simulation, WithoutTheLedgerEveryLossIsRefusedInItsRoundAndNothingElseIs) {
  const std::unique_ptr<Subject> verifier = builtin();
  std::uint64_t losses = 0;
  for (const Recipe& recipe : all_pipelines()) {
    for (const bool gate : {true, false}) {
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const SimulationResult result = run(recipe, *verifier, options(seed, 15, gate));
        EXPECT_EQ(result.survivors, 0U) << recipe.name << " " << seed << "\n" << row_text(result);
        EXPECT_EQ(result.false_alarms, 0U) << recipe.name << " " << seed << "\n"
                                           << row_text(result);
        EXPECT_EQ(result.refused, result.losses);
        losses += result.losses;
      }
    }
  }
  EXPECT_GT(losses, 100U);
}

TEST(Simulation, CountsTheLossesThatAVerifierLetsThroughAsSurvivors) {
  Stubborn accepts(AnswerKind::kAccept);
  const SimulationResult result = run(recipe_of("preview_carry"), accepts, options(1, 15));
  EXPECT_GT(result.losses, 0U);
  EXPECT_EQ(result.survivors, result.losses);
  EXPECT_EQ(result.promoted, result.compactions);
}

TEST(Simulation, CountsRefusalsWithoutALossAsFalseAlarms) {
  Stubborn refuses(AnswerKind::kReject);
  const SimulationResult result =
      run(with_ledger(recipe_of("preview_carry")), refuses, options(1, 15));
  EXPECT_EQ(result.losses, 0U);
  EXPECT_EQ(result.promoted, 0U);
  EXPECT_EQ(result.false_alarms, result.compactions);
}

TEST(Simulation, TakesNoAccidentForAVerdict) {
  Stubborn cannot_say(AnswerKind::kIndeterminate);
  const SimulationResult result = run(recipe_of("preview_carry"), cannot_say, options(1, 15));
  EXPECT_EQ(result.promoted, 0U);
  EXPECT_EQ(result.accidents, result.compactions);
  EXPECT_EQ(result.refused, 0U);
}

TEST(Simulation, KeepsTheOldContextWhereACandidateIsRefused) {
  Stubborn refuses(AnswerKind::kReject);
  const SimulationResult result = run(recipe_of("preview_carry"), refuses, options(3, 10));
  for (const SimulationRow& row : result.rows) {
    EXPECT_EQ(row.messages_after, row.messages_before);
    EXPECT_EQ(row.messages_after, row.round * 20);
  }
}

TEST(Simulation, GivesTheSameRowsForTheSameSeed) {
  const std::unique_ptr<Subject> verifier = builtin();
  const auto text = [&](std::uint64_t seed) {
    return write_compact_json(
        document_of(run(recipe_of("preview_carry"), *verifier, options(seed, 12)), {}));
  };
  EXPECT_EQ(text(5), text(5));
  EXPECT_NE(text(5), text(6));
}

TEST(SimulationControls, AreAcceptedByTheBuiltInAndCatchOneThatRefusesEverything) {
  const std::unique_ptr<Subject> verifier = builtin();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const SimulationControl& control : ask_simulation_controls(*verifier, seed)) {
      EXPECT_FALSE(control.refused) << control.name << " seed " << seed << ": "
                                    << (control.reasons.empty() ? "" : control.reasons.front());
    }
  }
  Stubborn refuses(AnswerKind::kReject);
  const std::vector<SimulationControl> controls = ask_simulation_controls(refuses, 1);
  EXPECT_GE(controls.size(), 8U);
  for (const SimulationControl& control : controls) {
    EXPECT_TRUE(control.refused);
  }
}

}  // namespace
}  // namespace holdfast
