// The main job, run as a user runs it.
#include <gtest/gtest.h>

#include "cli/program.h"

namespace holdfast::testing {
namespace {

TEST(Hunt, FindsNothingInTheBuiltInAndPrintsSeedRecordAndReplay) {
  const Program program;
  const Ran ran = program.run("hunt --seed 7 --cases 2000");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  for (const char* words : {"0 survivors, 0 false alarms", "kill matrix", "controls", "seed     7",
                            "run.jsonl", "again    holdfast hunt --seed 7 --cases 2000"}) {
    EXPECT_NE(ran.out.find(words), std::string::npos) << words << "\n" << ran.out;
  }
  EXPECT_EQ(ran.err.rfind("holdfast: seed 7\n", 0), 0U) << ran.err;
  EXPECT_TRUE(std::filesystem::exists(program.path(".holdfast/runs/built-in-seed-7/run.jsonl")));
}

TEST(Hunt, PrintsTheSameBytesTwiceAndForAnyNumberOfWorkers) {
  const Program program;
  const std::string hunt = "hunt --seed 7 --cases 20000 --store none --json";
  const Ran once = program.run(hunt + " --workers 1");
  EXPECT_EQ(once.exit_code, 0);
  EXPECT_GT(once.out.size(), 1000U);
  EXPECT_EQ(program.run(hunt + " --workers 1").out, once.out);
  EXPECT_EQ(program.run(hunt + " --workers 2").out, once.out);
  EXPECT_EQ(program.run(hunt).out, once.out);
}

TEST(Hunt, PrintsHowManyCasesATimeBudgetWas) {
  const Program program;
  const Ran ran = program.run("hunt --seed 3 --time 0.2 --store none");
  EXPECT_EQ(ran.exit_code, 0);
  const auto at = ran.out.find("--cases ");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(std::stoull(ran.out.substr(at + 8)) % 500, 0U);
}

// What each weak example does not look at.
const std::string kTrueHoles[] = {
    "objective.change_objective.accepted", "phase.invent_phase.accepted",
    "rollback.change_rollback.accepted", "action.split_next_action.accepted"};

TEST(Hunt, ShowsTheTrueHolesOfTheWeakExamplesAndReplaysThem) {
  for (const std::string subject : {"python3 \"$SOURCE/examples/weak_verifier.py\"",
                                    "node \"$SOURCE/examples/weak_verifier.js\""}) {
    const Program program;
    const std::string flag = " --subject '" + subject + "'";
    const Ran ran = program.run("hunt --seed 7 --cases 2000" + flag);
    EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
    for (const std::string& hole : kTrueHoles) {
      EXPECT_NE(ran.out.find(hole), std::string::npos) << hole << "\n" << ran.out;
      const std::string stored = ".holdfast/failures/" + hole + ".json";
      ASSERT_TRUE(std::filesystem::exists(program.path(stored)));
      EXPECT_EQ(program.run("replay " + stored + flag).exit_code, 1) << hole;
      EXPECT_EQ(program.run("replay " + stored).exit_code, 0) << hole;
    }
    EXPECT_EQ(ran.out.find("drop_prohibition.accepted"), std::string::npos);
    EXPECT_EQ(ran.out.find("false_alarm"), std::string::npos) << ran.out;
    EXPECT_GT(program.read(".holdfast/runs/command-seed-7/failures/block-0.jsonl").size(), 1000U);
  }
}

TEST(Hunt, ShowsNoneInTheCorrectExample) {
  const Program program;
  const Ran ran = program.run(
      "hunt --seed 7 --cases 150 --one-shot --subject 'sh "
      "\"$SOURCE/examples/correct_verifier.sh\"'");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("0 survivors, 0 false alarms"), std::string::npos) << ran.out;
}

TEST(Hunt, TakesASessionAndHidesItsText) {
  const Program program;
  const auto line = [](int n, const std::string& type, const std::string& content) {
    const std::string id = "00000000-0000-4000-8000-00000000000" + std::to_string(n);
    return "{\"type\":\"" + type + "\",\"uuid\":\"" + id +
           "\",\"parentUuid\":null,\"isSidechain\":false,\"cwd\":\"/home/ada/"
           "kiln\",\"sessionId\":\"s-1\","
           "\"version\":\"2.1.39\",\"timestamp\":\"2026-03-01T09:00:0" +
           std::to_string(n) + ".000Z\",\"message\":{\"role\":\"" + type +
           "\",\"content\":" + content + "}}\n";
  };
  program.write(
      "session.jsonl",
      line(1, "user", "\"Build the kiln controller. Never ramp faster than 90 K/h. CANARY-ONE\"") +
          line(
              2, "assistant",
              R"([{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"make CANARY-TWO"}}])"));
  const Ran ran = program.run("hunt --seed 7 --cases 1000 --session session.jsonl");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.err.find("1 human prompts"), std::string::npos) << ran.err;
  // A weak subject has survivors on it, and their texts stay hidden.
  const std::string weak =
      "hunt --seed 7 --cases 300 --session session.jsonl --subject "
      "'python3 \"$SOURCE/examples/weak_verifier.py\"'";
  for (const char* flag : {"", " --json"}) {
    const Ran hidden = program.run(weak + flag);
    EXPECT_EQ(hidden.exit_code, 1) << hidden.out << hidden.err;
    EXPECT_EQ((hidden.out + hidden.err).find("CANARY"), std::string::npos) << hidden.out;
  }
  // Shrinking takes most texts of the session away; what is left is shown where it is asked for.
  const Ran shown = program.run(weak + " --show-text --json");
  EXPECT_GT(shown.out.size(), program.run(weak + " --json").out.size());
}

TEST(Help, ShowsAnExampleForEveryCommand) {
  const Program program;
  for (const char* command :
       {"hunt", "replay", "verify", "checksum", "canonical", "strategies", "extract"}) {
    const Ran ran = program.run(std::string(command) + " --help");
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_NE(ran.out.find("Example"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("holdfast " + std::string(command)), std::string::npos) << ran.out;
  }
  EXPECT_EQ(program.run("--version").out.rfind("holdfast ", 0), 0U);
}

}  // namespace
}  // namespace holdfast::testing
