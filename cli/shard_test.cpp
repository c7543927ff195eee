// Shards, their merging and strategy files, as a user runs them.
#include <gtest/gtest.h>

#include "cli/program.h"

namespace holdfast::testing {
namespace {

const std::string kHunt = "hunt --seed 7 --cases 3200 --store none";

TEST(Shards, AreMergedToTheRecordOfTheWholeCampaign) {
  const Program program;
  std::filesystem::create_directory(program.path("mine"));
  // Names a code that nobody gives for it, so that the built-in has a bucket.
  program.write("mine/a.json",
                R"({"schema":"strategy/v1","name":"misnamed","summary":"Has another code.",)"
                R"("codes":["objective_changed"],)"
                R"("edits":[{"pointer":"/rollback","op":"append","value":" later"}]})");
  const std::string mine = " --strategies mine";
  EXPECT_EQ(program.run(kHunt + mine + " --out whole").exit_code, 1);
  for (const char* shard : {"1", "2", "3"}) {
    const Ran ran = program.run(kHunt + mine + " --shard " + shard + "/3 --out runs/" + shard);
    EXPECT_EQ(ran.exit_code, 1) << ran.err;
    EXPECT_NE(ran.out.find(std::string(" --seed 7 --cases 3200 --shard ") + shard + "/3"),
              std::string::npos)
        << ran.out;
  }
  const Ran merged =
      program.run("merge runs/3/run.jsonl runs/1/run.jsonl runs/2/run.jsonl --out merged");
  EXPECT_EQ(merged.exit_code, 1) << merged.err;
  EXPECT_NE(merged.out.find("3 shards, 7 blocks, 3200 cases"), std::string::npos) << merged.out;
  EXPECT_NE(merged.out.find("rollback.misnamed.rejected_wrong_reason"), std::string::npos);
  EXPECT_EQ(program.read("merged/run.jsonl"), program.read("whole/run.jsonl"));
  EXPECT_NE(program.read("merged/times.json").find("\"2/3\""), std::string::npos);

  const Ran missing = program.run("merge runs/3/run.jsonl runs/1/run.jsonl");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_EQ(missing.out, "");
  EXPECT_NE(missing.err.find("blocks 1, 4 missing (shard 2/3)"), std::string::npos) << missing.err;
}

TEST(Shards, AreTakenFromTheVariablesOfARunner) {
  const Program program;
  const std::string gtest = "GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=";
  const std::string json = kHunt + " --json";
  const Ran second = program.run(json, gtest + "1");
  EXPECT_EQ(second.exit_code, 0) << second.err;
  EXPECT_NE(second.err.find("shard 2/2, from GTEST_SHARD_INDEX"), std::string::npos) << second.err;
  EXPECT_EQ(second.out, program.run(json + " --shard 2/2").out);
  EXPECT_EQ(program.run(json + " --shard 2/2", gtest + "0").out, second.out) << "the flag wins";
  EXPECT_EQ(program.run(json + " --shard 1/1", gtest + "1").out, program.run(json).out);
}

TEST(Shards, AreAUsageErrorWhereTheyCouldBeMistaken) {
  const Program program;
  for (const char* variables :
       {"GTEST_SHARD_INDEX=1", "CI_NODE_INDEX=0 CI_NODE_TOTAL=2", "JOB_COMPLETION_INDEX=1",
        "GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=1 CI_NODE_TOTAL=2 CI_NODE_INDEX=1"}) {
    const Ran ran = program.run(kHunt, variables);
    EXPECT_EQ(ran.exit_code, 2) << variables;
    EXPECT_EQ(ran.out, "") << variables;
    EXPECT_NE(ran.err.find("--shard"), std::string::npos) << ran.err;
  }
  for (const char* flags : {"hunt --shard 1/2", "hunt --seed 1 --time 1 --shard 1/2",
                            "hunt --cases 500 --shard 1/2", "hunt --shard 3/2", "hunt --shard 2"}) {
    EXPECT_EQ(program.run(flags).exit_code, 2) << flags;
  }
  EXPECT_EQ(program.file_count(), 0U) << "nothing was run";
}

TEST(StrategyFiles, AreListedAndHunted) {
  const Program program;
  const std::string flag = " --strategies \"$SOURCE/examples/strategies\"";
  for (const char* command : {"strategies", "strategies --json", "hunt --seed 7 --cases 2000"}) {
    const Ran ran = program.run(command + flag);
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
    EXPECT_NE(ran.out.find("exception_for_urgency"), std::string::npos) << ran.out;
  }
}

TEST(StrategyFiles, EndTheRunWithTheirFaultOrWithWhatNeverApplied) {
  const Program program;
  std::filesystem::create_directory(program.path("mine"));
  program.write("mine/a.json",
                R"({"schema":"strategy/v1","name":"nowhere","summary":"Fits nothing.",)"
                R"("codes":["rollback_changed"],"edits":[{"pointer":"/none","op":"remove"}]})");
  const Ran missed = program.run(kHunt + " --strategies mine");
  EXPECT_EQ(missed.exit_code, 5) << missed.out << missed.err;
  EXPECT_NE(missed.out.find("never applied: nowhere"), std::string::npos) << missed.out;
  program.write("mine/a.json", R"({"schema":"strategy/v1"})");
  for (const char* command : {"strategies --strategies mine", "hunt --strategies mine"}) {
    const Ran bad = program.run(command);
    EXPECT_EQ(bad.exit_code, 2);
    EXPECT_NE(bad.err.find("mine/a.json:/name: the member is missing"), std::string::npos)
        << bad.err;
  }
  EXPECT_EQ(program.run("strategies --strategies none").exit_code, 2);
}

}  // namespace
}  // namespace holdfast::testing
