#include <gtest/gtest.h>

#include "cli/program.h"
#include "core/json.h"

namespace holdfast::testing {
namespace {

constexpr const char* kHello =
    "read -r hello; echo '{\"type\":\"hello\",\"protocol\":1,\"name\":\"c\",\"version\":\"1\"}'; "
    "read -r line; ";
// Hands on the manifest that it is shown, behind an edit by sed.
std::string handing_on(const std::string& edit = "", const std::string& behind = "") {
  return std::string(kHello) +
         "m=$(printf '%s' \"$line\" | sed 's/.*\"context\":{\"manifest\":\\(.*\\),\"entries\":.*/"
         "\\1/;" +
         edit +
         "'); printf '{\"id\":\"compact-1\",\"summary\":\"Canary summary.\",\"manifest\":%s}\\n' "
         "\"$m\"; " +
         behind;
}
constexpr const char* kForget = "s/\"prohibitions\":\\[[^]]*\\]/\"prohibitions\":[]/";

class CompactCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    program_.write("entries.jsonl", source_);
    program_.write(
        "trace.json",
        R"({"schema":"resume-trace/v1","operations":[{"operation":"Draw","target":"sheet 3"}]})");
  }
  Ran compact(const std::string& script, const std::string& flags = "") {
    program_.write("c.sh", script);
    return program_.run("compact --source entries.jsonl --compactor 'sh c.sh' " + flags);
  }
  std::string current() { return program_.run("store current").out; }

  const std::string source_ =
      R"({"entryId":"u-1","seq":1,"author":"user","kind":"prompt","text":"Draw canary. Do not publish canary."})"
      "\n"
      R"({"entryId":"a-1","seq":2,"author":"assistant","kind":"todo","text":"[x] Draw sheet 2\n[ ] Draw sheet 3"})"
      "\n";
  Program program_;
};

TEST_F(CompactCommand, PromotesAndJudgesWhatTheRunDidThen) {
  const Ran ran = compact(handing_on(), "--trace trace.json");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.out.rfind("promoted", 0), 0U) << ran.out;
  EXPECT_NE(ran.out.find("resume pass"), std::string::npos);
  EXPECT_EQ(program_.read(".holdfast/compact/summary.txt"), "Canary summary.");
  EXPECT_EQ(program_.read("entries.jsonl"), source_);
  EXPECT_EQ(program_.run("store verify").out, "in order\n");
  program_.write("trace.json",
                 R"({"schema":"resume-trace/v1","operations":[)"
                 R"({"operation":"Draw","target":"sheet 2","phase":"Draw sheet 2"}]})");
  const Ran again = compact(handing_on(), "--trace trace.json");
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_NE(again.out.find("resume_phase_repeated"), std::string::npos) << again.out;
}

TEST_F(CompactCommand, KeepsTheOldGenerationWhereSomethingWasLost) {
  ASSERT_EQ(compact(handing_on()).exit_code, 0);
  const std::string old = current();
  const Ran ran = compact(handing_on(kForget), "--out kept");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.out.find("prohibitions_dropped"), std::string::npos) << ran.out;
  EXPECT_EQ(current(), old);
  EXPECT_EQ(line_count(program_.run("store rejected").out), 1U);
  EXPECT_EQ(program_.read("kept/summary.txt"), "");
}

TEST_F(CompactCommand, PromotesNothingAfterAnAccident) {
  const std::pair<std::string, const char*> accidents[] = {
      {"exit 3", "status 3"},
      {std::string(kHello) + "kill -9 $$", "SIGKILL"},
      {std::string(kHello) + "sleep 60", "deadline"},
      {std::string(kHello) + "echo Thinking", "no JSON"},
      {handing_on("", "echo again"), "second answer"},
      {handing_on("", "exit 1"), "status 1"},
      {handing_on("s/^{/{\"taskId\":\"x\",/"), "name twice"}};
  for (const auto& [script, reason] : accidents) {
    const Ran ran = compact(script, "--deadline-ms 1500");
    EXPECT_EQ(ran.exit_code, 4) << script << ran.out;
    EXPECT_NE(ran.err.find(reason), std::string::npos) << script << ran.err;
    EXPECT_EQ(current().rfind("current: generation 0", 0), 0U);
  }
  const Ran declined =
      compact(std::string(kHello) + R"(echo '{"id":"compact-1","error":"canary"}')");
  EXPECT_EQ(declined.exit_code, 1);
  EXPECT_EQ(declined.out.rfind("not_compacted", 0), 0U);
  EXPECT_EQ(declined.out.find("canary"), std::string::npos);
}

TEST_F(CompactCommand, AnswersAConflictWhereTheCompactorsTimeWasUsedByAnother) {
  program_.write("inner.sh", handing_on());
  const std::string other =
      "\"$HOLDFAST\" compact --source entries.jsonl --compactor 'sh inner.sh' --out inner "
      ">/dev/null 2>&1 </dev/null; ";
  const Ran ran = compact(handing_on("", other));
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_EQ(ran.out.rfind("promotion_conflict", 0), 0U) << ran.out;
  EXPECT_EQ(current().rfind("current: generation 1", 0), 0U);
}

TEST_F(CompactCommand, PromotesNothingWhereTheSourceChangedMeanwhile) {
  const Ran ran = compact(handing_on("", "echo >> entries.jsonl"));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out.rfind("source_changed", 0), 0U) << ran.out;
}

TEST_F(CompactCommand, WritesNothingAndShowsNoTextInADryRun) {
  const std::size_t files = program_.file_count() + 1;  // the script
  for (const char* form : {"--dry-run", "--dry-run --json"}) {
    for (const std::string& script :
         {handing_on(), handing_on(kForget), std::string(kHello) + "echo canary >&2; exit 5"}) {
      const Ran ran = compact(script, form);
      EXPECT_EQ(program_.file_count(), files);
      EXPECT_EQ((ran.out + ran.err).find("anary"), std::string::npos) << ran.out << ran.err;
    }
  }
  EXPECT_EQ(compact(handing_on(), "--dry-run").exit_code, 0);
  EXPECT_EQ(compact(handing_on(kForget), "--dry-run").exit_code, 1);
  EXPECT_EQ(compact(handing_on(), "--dry-run --out x").exit_code, 2);
}

}  // namespace
}  // namespace holdfast::testing
