// The sweep finds the laws of the bundled runtimes by itself, from what comes out of them.
#include "harness/sweep.h"

#include <gtest/gtest.h>

#include <map>

#include "harness/sweep_lab.h"

namespace holdfast {
namespace {

std::map<std::string, SweepFinding, std::less<>> sweep_of(Recipe recipe) {
  const std::unique_ptr<Pipeline> pipeline = make_recipe_pipeline(std::move(recipe));
  Result<std::vector<SweepFinding>> findings = sweep(*pipeline);
  CHECK(findings.ok());
  std::map<std::string, SweepFinding, std::less<>> by_question;
  for (SweepFinding& finding : *findings) {
    by_question.emplace(finding.question, std::move(finding));
  }
  return by_question;
}

std::map<std::string, SweepFinding, std::less<>> sweep_of(const char* runtime) {
  return sweep_of(*find_recipe(runtime));
}

TEST(Sweep, FindsThePreviewOfYoi) {
  const auto found = sweep_of("yoi");
  EXPECT_EQ(found.at("offset_in_message").survived, 2000U);
  EXPECT_EQ(found.at("offset_in_result").survived, 240U);
  EXPECT_EQ(found.at("offset_in_summary").survived, 1971U);
  EXPECT_EQ(found.at("offset_in_summary").sentence,
            "lost past character 1,971 of the previous summary");
  EXPECT_EQ(found.at("newer_long_messages").survived, 14U);
  EXPECT_EQ(found.at("newer_long_messages").sentence,
            "lost after 15 newer long messages (5,000 characters each)");
  EXPECT_EQ(found.at("newer_long_messages_japanese").survived, 4U);
  EXPECT_FALSE(found.at("newer_user_text").lost);
  EXPECT_FALSE(found.at("rounds").lost);
  EXPECT_TRUE(found.at("call_arguments").lost);
}

TEST(Sweep, FindsTheBudgetOfCodex) {
  const auto found = sweep_of("codex-local");
  EXPECT_EQ(found.at("newer_user_text").survived, 80000U - 60U);
  EXPECT_FALSE(found.at("newer_text").lost);
  EXPECT_TRUE(found.at("finished_request").lost);
  EXPECT_NE(found.at("bare_yes").sentence.find("only as a label"), std::string::npos);
}

TEST(Sweep, FindsThePreviewOfOpenHands) {
  const auto found = sweep_of("openhands");
  EXPECT_EQ(found.at("offset_in_message").survived, 497U);
  EXPECT_EQ(found.at("offset_in_summary").survived, 500U);  // up to that it is shown whole
  EXPECT_TRUE(found.at("call_arguments").lost);
}

TEST(Sweep, FindsThatLangchainForgetsTheOldSummaryFirst) {
  const auto found = sweep_of("langchain");
  EXPECT_FALSE(found.at("offset_in_message").lost);
  EXPECT_TRUE(found.at("newer_long_messages").lost);
  EXPECT_TRUE(found.at("newer_text").lost);
}

TEST(Sweep, FindsTheLabelOfLettaAndTheGoalOfGemini) {
  EXPECT_EQ(sweep_of("letta").at("rounds").sentence, "survives only as a label from round 2");
  EXPECT_TRUE(sweep_of("gemini-chat").at("goal_behind_a_sub_task").lost);
  EXPECT_FALSE(sweep_of("pi").at("goal_behind_a_sub_task").lost);
}

TEST(Sweep, FindsThatClineKeepsNothingOfWhatItFolds) {
  const auto found = sweep_of("cline-legacy");
  EXPECT_TRUE(found.at("offset_in_message").lost);
  EXPECT_EQ(found.at("offset_in_message").survived, std::nullopt);
  EXPECT_EQ(found.at("rounds").sentence, "lost from its first folding");
}

TEST(Sweep, FindsNothingWithTheLedgerAround) {
  for (const BundledRecipe& bundled : bundled_recipes()) {
    for (const auto& [question, finding] :
         sweep_of(with_ledger(*find_recipe(std::string(bundled.name))))) {
      EXPECT_FALSE(finding.lost) << bundled.name << ": " << finding.sentence;
    }
  }
}

TEST(Sweep, FindsALongerPreviewToo) {
  Result<Recipe> recipe = read_recipe(
      R"({"schema":"runtime-recipe/v1","name":"mine","stages":[{"model":"preview_carry",
          "parameters":{"preview_characters":777,"heading_characters":7}}]})",
      "mine");
  ASSERT_TRUE(recipe.ok());
  const auto found = sweep_of(*recipe);
  EXPECT_EQ(found.at("offset_in_message").survived, 777U);
  EXPECT_EQ(found.at("offset_in_summary").survived, 770U);
}

TEST(SweepLab, SaysItemsWithTextsOfTheirOwnAndOfExactLength) {
  const std::unique_ptr<Pipeline> pipeline = make_recipe_pipeline(*find_recipe("pi"));
  SweepLab lab(*pipeline);
  std::vector<std::string> texts;
  for (std::size_t characters = 24; characters < 60; ++characters) {
    for (const Language language : {Language::kEnglish, Language::kJapanese}) {
      const Atom& atom = lab.atom(lab.add(AtomKind::kDirective, characters, language));
      EXPECT_EQ(atom.size.characters, characters);
      EXPECT_EQ(atom.size.bytes, atom.text.size());
      for (const std::string& other : texts) {
        EXPECT_EQ(atom.text.find(other), std::string::npos);
      }
      texts.push_back(atom.text);
    }
  }
}

}  // namespace
}  // namespace holdfast
