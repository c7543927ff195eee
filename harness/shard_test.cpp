#include "harness/shard.h"

#include <gtest/gtest.h>

#include <map>

namespace holdfast {
namespace {

using Variables = std::map<std::string, std::string>;

Environment of(const Variables& variables) {
  return [variables](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
}

std::string chosen(const Variables& variables, std::string_view flag = "") {
  const auto choice = choose_shard(flag, of(variables));
  return choice ? choice->shard.text() : "error " + choice.error().text();
}

std::string refused(const Variables& variables, std::string_view flag = "") {
  const auto choice = choose_shard(flag, of(variables));
  EXPECT_FALSE(choice.ok()) << "ran as " << (choice ? choice->shard.text() : "");
  EXPECT_TRUE(choice || choice.error().code == ErrorCode::kUsage);
  return choice ? "" : choice.error().text();
}

TEST(Shard, IsTheWholeCampaignWhereNobodySaysAnything) {
  const auto choice = choose_shard("", of({}));
  ASSERT_TRUE(choice.ok());
  EXPECT_TRUE(choice->shard.is_whole());
  EXPECT_EQ(choice->note, "");
}

TEST(Shard, RunsEachBlockInExactlyOneShard) {
  for (const std::uint64_t n : {1U, 2U, 3U, 16U}) {
    for (std::uint64_t block = 0; block < 100; ++block) {
      int runs = 0;
      for (std::uint64_t k = 0; k < n; ++k) {
        runs += Shard{k, n}.runs(block) ? 1 : 0;
      }
      EXPECT_EQ(runs, 1) << block << " of " << n;
    }
  }
}

TEST(Shard, ReadsKOfNAndRefusesEverythingElse) {
  EXPECT_EQ(chosen({}, "1/1"), "1/1");
  EXPECT_EQ(chosen({}, "16/16"), "16/16");
  for (const char* flag : {"0/4", "5/4", "1/0", "/4", "1/", "a/4", "1/4/2", "-1/4", " 1/4", "1 /4",
                           "x", "4", "0", "1/1000001", "99999999999/99999999999"}) {
    EXPECT_NE(refused({}, flag).find("--shard"), std::string::npos) << flag;
  }
}

TEST(Shard, HonoursTheVariablesOfKnownRunners) {
  EXPECT_EQ(chosen({{"GTEST_SHARD_INDEX", "0"}, {"GTEST_TOTAL_SHARDS", "4"}}), "1/4");
  EXPECT_EQ(chosen({{"JOB_COMPLETION_INDEX", "3"}, {"JOB_COMPLETIONS", "4"}}), "4/4");
  EXPECT_EQ(chosen({{"JOB_COMPLETION_INDEX", "3"}}, "4"), "4/4");
  EXPECT_EQ(chosen({{"SLURM_ARRAY_TASK_ID", "7"},
                    {"SLURM_ARRAY_TASK_COUNT", "4"},
                    {"SLURM_ARRAY_TASK_MIN", "5"}}),
            "3/4");
  EXPECT_EQ(chosen({{"SLURM_ARRAY_TASK_ID", "8"},
                    {"SLURM_ARRAY_TASK_COUNT", "4"},
                    {"SLURM_ARRAY_TASK_MIN", "0"},
                    {"SLURM_ARRAY_TASK_MAX", "12"},
                    {"SLURM_ARRAY_TASK_STEP", "4"}}),
            "3/4");
  EXPECT_EQ(chosen({{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "2"}}), "1/2");
  // A job that is not split has the total alone.
  EXPECT_EQ(chosen({{"CI_NODE_TOTAL", "1"}}), "1/1");
}

TEST(Shard, SaysThatAVariableWasHonoured) {
  const auto choice =
      choose_shard("", of({{"GTEST_SHARD_INDEX", "1"}, {"GTEST_TOTAL_SHARDS", "4"}}));
  ASSERT_TRUE(choice.ok());
  for (const char* words : {"2/4", "GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", "--shard 1/1"}) {
    EXPECT_NE(choice->note.find(words), std::string::npos) << choice->note;
  }
  const auto by_flag = choose_shard("4", of({{"JOB_COMPLETION_INDEX", "1"}}));
  ASSERT_TRUE(by_flag.ok());
  EXPECT_NE(by_flag->note.find("JOB_COMPLETION_INDEX and --shard;"), std::string::npos)
      << by_flag->note;
}

TEST(Shard, RefusesVariablesThatAreHalfSet) {
  const std::pair<Variables, const char*> cases[] = {
      {{{"GTEST_SHARD_INDEX", "0"}}, "GTEST_TOTAL_SHARDS"},
      {{{"GTEST_TOTAL_SHARDS", "4"}}, "GTEST_SHARD_INDEX"},
      {{{"GTEST_SHARD_INDEX", ""}, {"GTEST_TOTAL_SHARDS", "4"}}, "GTEST_SHARD_INDEX"},
      {{{"JOB_COMPLETION_INDEX", "0"}}, "JOB_COMPLETIONS"},
      {{{"JOB_COMPLETIONS", "4"}}, "JOB_COMPLETION_INDEX"},
      {{{"SLURM_ARRAY_TASK_ID", "0"}, {"SLURM_ARRAY_TASK_COUNT", "4"}}, "SLURM_ARRAY_TASK_MIN"},
      {{{"SLURM_ARRAY_TASK_ID", "0"}, {"SLURM_ARRAY_TASK_MIN", "0"}}, "SLURM_ARRAY_TASK_COUNT"},
      {{{"SLURM_ARRAY_TASK_MIN", "0"}}, "SLURM_ARRAY_TASK_ID"},
      {{{"CI_NODE_INDEX", "1"}}, "CI_NODE_TOTAL"},
      {{{"CI_NODE_TOTAL", "2"}}, "CI_NODE_INDEX"},
  };
  for (const auto& [variables, missing] : cases) {
    const std::string text = refused(variables);
    EXPECT_NE(text.find("half set"), std::string::npos) << text;
    EXPECT_NE(text.find(missing), std::string::npos) << text;
  }
}

TEST(Shard, RefusesNumbersThatCannotBe) {
  const Variables cases[] = {
      {{"GTEST_SHARD_INDEX", "4"}, {"GTEST_TOTAL_SHARDS", "4"}},
      {{"GTEST_SHARD_INDEX", "0"}, {"GTEST_TOTAL_SHARDS", "0"}},
      {{"GTEST_SHARD_INDEX", "-1"}, {"GTEST_TOTAL_SHARDS", "4"}},
      {{"GTEST_SHARD_INDEX", "one"}, {"GTEST_TOTAL_SHARDS", "4"}},
      {{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "4"}},  // a runner that counts from 0
      {{"CI_NODE_INDEX", "5"}, {"CI_NODE_TOTAL", "4"}},
      // The array 1,5,7.
      {{"SLURM_ARRAY_TASK_ID", "1"},
       {"SLURM_ARRAY_TASK_COUNT", "3"},
       {"SLURM_ARRAY_TASK_MIN", "1"},
       {"SLURM_ARRAY_TASK_MAX", "7"}},
      {{"SLURM_ARRAY_TASK_ID", "5"},
       {"SLURM_ARRAY_TASK_COUNT", "3"},
       {"SLURM_ARRAY_TASK_MIN", "1"}},
      {{"SLURM_ARRAY_TASK_ID", "5"},
       {"SLURM_ARRAY_TASK_COUNT", "3"},
       {"SLURM_ARRAY_TASK_MIN", "4"},
       {"SLURM_ARRAY_TASK_STEP", "0"}},
  };
  for (const Variables& variables : cases) {
    EXPECT_NE(refused(variables).find("--shard 1/1"), std::string::npos);
  }
}

TEST(Shard, RefusesVariablesThatContradictEachOther) {
  const Variables two = {{"GTEST_SHARD_INDEX", "0"},
                         {"GTEST_TOTAL_SHARDS", "2"},
                         {"CI_NODE_INDEX", "2"},
                         {"CI_NODE_TOTAL", "2"}};
  EXPECT_NE(refused(two).find("contradict"), std::string::npos);
  EXPECT_NE(refused({{"JOB_COMPLETION_INDEX", "0"}, {"JOB_COMPLETIONS", "4"}}, "5")
                .find("5 shards, the variable says 4"),
            std::string::npos);
  Variables agree = two;
  agree["CI_NODE_INDEX"] = "1";
  EXPECT_EQ(chosen(agree), "1/2");
}

TEST(Shard, LetsTheFlagWinOverEveryVariable) {
  const Variables broken = {{"GTEST_SHARD_INDEX", "zero"}, {"CI_NODE_TOTAL", "7"}};
  EXPECT_EQ(chosen(broken, "2/3"), "2/3");
  EXPECT_EQ(chosen(broken, "1/1"), "1/1");
  const auto choice = choose_shard("1/1", of(broken));
  ASSERT_TRUE(choice.ok());
  EXPECT_EQ(choice->note, "");
}

}  // namespace
}  // namespace holdfast
