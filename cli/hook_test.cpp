// The hook as a runtime calls it: a payload on standard input, an answer in the runtime's own form,
// and no exit code 2 but for an intended deny, whatever goes wrong.
#include <sys/stat.h>

#include <map>

#include "cli/program.h"
#include "core/hook_context.h"
#include "core/json.h"

namespace holdfast::testing {
namespace {

constexpr const char* kContract = R"({"schema":"decision-contract/v1","decisions":{
"scope":{"role":"scope","required":true,"keyed":false,"observe":{"file":"decisions.json","pointer":"/scope"}},
"approval-boundary":{"role":"approval-boundary","required":true,"keyed":false,"observe":{"file":"decisions.json","pointer":"/approval"}},
"constraint":{"role":"constraint","required":false,"keyed":false,"observe":{"file":"decisions.json","pointer":"/constraint"}}},
"window_s":3600,"consequential":[{"tool":"Bash","pattern":"*git push*"},{"tool":"Read","pattern":"*"}]})";

class HookTest : public ::testing::Test {
 protected:
  HookTest() {
    std::filesystem::create_directory(program_.path(".holdfast"));
    program_.write(".holdfast/contract.json", kContract);
    decide("src/ only", "ask before push");
  }
  void decide(const std::string& scope, const std::string& approval) {
    program_.write("decisions.json", "{" + (scope.empty() ? "" : "\"scope\":\"" + scope + "\",") +
                                         "\"approval\":\"" + approval + "\"}");
  }
  std::string payload(const std::string& event, const std::string& members = "") const {
    return R"({"session_id":"s-1","transcript_path":"/t.jsonl","cwd":")" + program_.folder() +
           R"(","hook_event_name":")" + event + "\"" + (members.empty() ? "" : "," + members) + "}";
  }
  std::string bash(const std::string& command) const {
    return payload("PreToolUse",
                   R"("tool_name":"Bash","tool_input":{"command":")" + command + "\"}");
  }
  Ran send(const std::string& bytes, const std::string& flags = "",
           const std::string& runtime = "claude-code") {
    program_.write("payload.json", bytes);
    return program_.run("hook " + runtime + flags, "", "payload.json");
  }
  // A whole compaction as Claude Code tells it. The answer to SessionStart.
  std::string compact() {
    EXPECT_EQ(
        send(payload("PreCompact", R"("trigger":"auto","custom_instructions":null)")).exit_code, 0);
    const Ran start = send(payload("SessionStart", R"("source":"compact")"));
    EXPECT_EQ(start.exit_code, 0);
    EXPECT_EQ(send(payload("PostCompact", R"("trigger":"auto","compact_summary":"S")")).exit_code,
              0);
    EXPECT_EQ(send(payload("InstructionsLoaded", R"("load_reason":"compact")")).exit_code, 0);
    return start.out;
  }
  std::string faults() { return program_.read(".holdfast/hook-faults.jsonl"); }

  Program program_;
};

TEST_F(HookTest, LetsACallThroughWhereNothingWasCompacted) {
  const Ran ran = send(bash("git push"));
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out + ran.err, "");
}

TEST_F(HookTest, LetsACallThroughWhereEveryDecisionHolds) {
  EXPECT_EQ(compact(), "");
  for (int i = 0; i < 2; ++i) {
    const Ran ran = send(bash("git push"));
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
  EXPECT_EQ(program_.run("continuity status").exit_code, 0);
  EXPECT_EQ(faults(), "");
}

TEST_F(HookTest, DeniesAConsequentialCallWhileADecisionIsInConflictAndNamesTheRemedy) {
  EXPECT_EQ(send(payload("PreCompact")).exit_code, 0);
  decide("everything", "ask before push");
  const Ran start = send(payload("SessionStart", R"("source":"compact")"));
  EXPECT_NE(start.out.find("scope is conflicting (no_approval)"), std::string::npos) << start.out;
  const Ran denied = send(bash("cd x && git push --force"));
  EXPECT_EQ(denied.exit_code, 2);
  const auto reply = read_json(denied.out);
  ASSERT_TRUE(reply.value) << denied.out;
  const Value* specific = reply.value->find("hookSpecificOutput");
  ASSERT_NE(specific, nullptr);
  EXPECT_EQ(specific->find("hookEventName")->text(), "PreToolUse");
  EXPECT_EQ(specific->find("permissionDecision")->text(), "deny");
  const std::string& reason = specific->find("permissionDecisionReason")->text();
  EXPECT_NE(reason.find("scope is conflicting (no_approval)"), std::string::npos) << reason;
  EXPECT_NE(reason.find("holdfast continuity snapshot --side after --task 's-1'"),
            std::string::npos)
      << reason;
  EXPECT_NE(denied.err.find("scope is conflicting"), std::string::npos);

  EXPECT_EQ(send(bash("make")).exit_code, 0) << "the contract does not speak of it";
  EXPECT_EQ(send(bash("make"), " --strict").exit_code, 2);
  EXPECT_EQ(send(payload("PreToolUse", R"("tool_name":"Read","tool_input":{"file_path":"x"})"),
                 " --strict")
                .exit_code,
            0)
      << "reading is never refused, whatever the contract says";
  EXPECT_NE(program_.run("continuity status").err.find("Bash"), std::string::npos);

  // By a person's approval,
  const Ran approved =
      program_.run("continuity approve scope --approver Ada --authority ticket-1 --task s-1");
  EXPECT_EQ(approved.exit_code, 0) << approved.err;
  EXPECT_EQ(program_.run("continuity snapshot --side after --task s-1").exit_code, 0);
  EXPECT_EQ(send(bash("git push")).exit_code, 0);
}

TEST_F(HookTest, DeniesUntilADroppedDecisionIsRestored) {
  send(payload("PreCompact"));
  decide("", "ask before push");
  send(payload("SessionStart", R"("source":"compact")"));
  EXPECT_EQ(send(bash("git push")).exit_code, 2);
  decide("src/ only", "ask before push");
  EXPECT_EQ(send(bash("git push")).exit_code, 2) << "nobody has looked again";
  EXPECT_EQ(program_.run("continuity snapshot --side after").exit_code, 0);
  EXPECT_EQ(send(bash("git push")).exit_code, 0);
}

TEST_F(HookTest, DeniesOverADamagedLog) {
  compact();
  program_.write(".holdfast/continuity/s-1/log.jsonl", "{}\n");
  const Ran ran = send(bash("git push"));
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.err.find("log_damaged"), std::string::npos) << ran.err;
  EXPECT_EQ(send(bash("make")).exit_code, 0);
  EXPECT_EQ(send(payload("PreCompact")).exit_code, 0) << "a compaction is never held up";
  EXPECT_NE(faults(), "");
}

TEST_F(HookTest, LimitsCallsWhereThereIsNoRecordFromBeforeUntilASafeObservation) {
  std::filesystem::remove(program_.path("decisions.json"));
  send(payload("SessionStart", R"("source":"compact")"));
  EXPECT_EQ(send(bash("git push")).exit_code, 2);
  decide("src/ only", "ask before push");
  EXPECT_EQ(program_.run("continuity snapshot --side after").exit_code, 1)
      << "there is still nothing to compare with";
  EXPECT_EQ(send(bash("git push")).exit_code, 0);
}

TEST_F(HookTest, KeepsSessionsApart) {
  send(payload("PreCompact"));
  decide("everything", "ask before push");
  send(payload("SessionStart", R"("source":"compact")"));
  std::string other = bash("git push");
  other.replace(other.find("s-1"), 3, "s-2");
  EXPECT_EQ(send(other).exit_code, 0);
  EXPECT_EQ(send(bash("git push")).exit_code, 2);
}

TEST_F(HookTest, PutsBackOrdersThatTheUserMarkedAndNothingElse) {
  EXPECT_EQ(send(payload("UserPromptSubmit", R"("prompt":"please look at the quay")")).out, "");
  EXPECT_EQ(send(payload("UserPromptSubmit", R"("prompt":"#hold Never push to main.")")).exit_code,
            0);
  const std::string sources = program_.read(".holdfast/sources.jsonl");
  EXPECT_EQ(line_count(sources), 2U) << sources;
  EXPECT_EQ(sources.find("quay"), std::string::npos);
  const std::string out = compact();
  const auto reply = read_json(out);
  ASSERT_TRUE(reply.value) << out;
  const std::string& context =
      reply.value->find("hookSpecificOutput")->find("additionalContext")->text();
  EXPECT_NE(context.find("Never push to main."), std::string::npos);
  EXPECT_EQ(context.find("quay"), std::string::npos);
  EXPECT_EQ(program_.run("ledger verify").exit_code, 0);
  // Not after a start of another kind.
  EXPECT_EQ(send(payload("SessionStart", R"("source":"resume")")).out, "");
  // The same from Codex.
  send(payload("PreCompact"), "", "codex");
  EXPECT_NE(
      send(payload("SessionStart", R"("source":"compact")"), "", "codex").out.find("Never push"),
      std::string::npos);
}

TEST_F(HookTest, SaysWhatDidNotFitAndHowToReadIt) {
  const std::string words(400, 'x');
  for (int i = 0; i < 40; ++i) {
    send(payload("UserPromptSubmit", "\"prompt\":\"#hold " + words + std::to_string(i) + "\""));
  }
  const auto reply = read_json(compact());
  ASSERT_TRUE(reply.value);
  const std::string& context =
      reply.value->find("hookSpecificOutput")->find("additionalContext")->text();
  EXPECT_LE(utf16_units(context), 10'000U);
  EXPECT_NE(context.find("more orders in force"), std::string::npos);
  const Ran all = program_.run("ledger active --show-text");
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_NE(all.out.find(words + "39"), std::string::npos);
}

TEST_F(HookTest, NothingThatItKeepsOnDecisionsHoldsAValueAPromptOrAPath) {
  decide("CANARY-a", "CANARY-b");
  send(payload("UserPromptSubmit", R"("prompt":"CANARY-c")"));
  send(payload("PreCompact", R"("custom_instructions":"CANARY-d")"));
  decide("CANARY-e", "CANARY-b");
  send(payload("SessionStart", R"("source":"compact")"));
  send(payload("PostCompact", R"("compact_summary":"CANARY-f")"));
  send(bash("CANARY-g git push"));
  send(bash("CANARY-h"));
  send("CANARY-i");
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(program_.path(".holdfast"))) {
    if (entry.is_regular_file()) {
      const std::string bytes =
          program_.read(entry.path().string().substr(program_.folder().size() + 1));
      EXPECT_EQ(bytes.find("CANARY"), std::string::npos) << entry.path();
      EXPECT_EQ(bytes.find(program_.folder()), std::string::npos) << entry.path();
    }
  }
}

// Ways past the gate that were found once. Each story ends with a call that must not go through.
TEST_F(HookTest, HasNoWayPastItByTheOrderOfThings) {
  const auto start = [&] {
    std::filesystem::remove_all(program_.path(".holdfast/continuity"));
    decide("src/ only", "ask before push");
  };
  const auto ends_denied = [&](const char* story) {
    const Ran ran = send(bash("git push"));
    EXPECT_EQ(ran.exit_code, 2) << story << ran.out;
  };
  const std::string pre = payload("PreCompact");
  const std::string begun = payload("SessionStart", R"("source":"compact")");
  const std::string post = payload("PostCompact");

  start();
  send(pre), decide("all", "ask before push"), send(begun), send(begun);
  ends_denied("a second compaction, and nobody looked before it");
  start();
  send(pre), decide("all", "ask before push"), send(begun), send(post), send(begun), send(post);
  ends_denied("the same, told by both events");
  start();
  send(pre), decide("all", "ask before push"), send(pre), send(begun);
  ends_denied("a boundary that was not told");
  start();
  send(pre), send(begun);
  std::filesystem::rename(program_.path("decisions.json"), program_.path("away"));
  send(pre), decide("all", "ask before push"), send(begun);
  ends_denied("a source that could not be read before");
  start();
  send(pre), decide("all", "ask before push"), send(begun);
  program_.write(".holdfast/continuity/s-1/log.jsonl", "");
  ends_denied("a log that was emptied");
  start();
  send(pre);
  for (const auto& entry :
       std::filesystem::directory_iterator(program_.path(".holdfast/continuity/s-1/snapshots"))) {
    std::filesystem::remove(entry.path());
  }
  decide("all", "ask before push"), send(begun);
  ends_denied("a snapshot that was taken away");
  start();
  send(pre), decide("all", "ask before push"), send(begun);
  std::filesystem::remove(program_.path(".holdfast/continuity/s-1/lock"));
  std::filesystem::create_directory(program_.path(".holdfast/continuity/s-1/lock"));
  ends_denied("a lock that nobody can take");
  start();
  send(pre), decide("all", "ask before push"), send(begun);
  program_.write(".holdfast/contract.json", "{");
  ends_denied("a contract that was broken");
  std::filesystem::remove(program_.path(".holdfast/contract.json"));
  ends_denied("a contract that was taken away");
  program_.write(".holdfast/contract.json", kContract);
  EXPECT_EQ(send(bash("holdfast continuity approve scope --approver Ada --authority x")).exit_code,
            2)
      << "the agent approves its own change";
  std::filesystem::create_directories(program_.path("sub/.holdfast"));
  program_.write("payload.json", bash("git push"));
  EXPECT_EQ(program_
                .run("hook claude-code", "cd sub && CLAUDE_PROJECT_DIR='" + program_.folder() + "'",
                     program_.path("payload.json"))
                .exit_code,
            2)
      << "a folder with a state of its own";
}

TEST_F(HookTest, NamesARemedyThatHeals) {
  std::string contract = kContract;
  for (std::size_t at = contract.find("\"keyed\":false"); at != std::string::npos;
       at = contract.find("\"keyed\":false")) {
    contract.replace(at, 13, "\"keyed\":true");
  }
  program_.write("its contract.json", contract);
  program_.write("key", "0123456789abcdef0123456789abcdef");
  std::filesystem::permissions(program_.path("key"), std::filesystem::perms(0600));
  const std::string flags = " --contract 'its contract.json' --key key";
  send(payload("PreCompact"), flags);
  decide("all", "ask before push");
  send(payload("SessionStart", R"("source":"compact")"), flags);
  const Ran denied = send(bash("git push"), flags);
  EXPECT_EQ(denied.exit_code, 2);
  decide("src/ only", "ask before push");
  const std::size_t at = denied.err.find("holdfast continuity snapshot");
  ASSERT_NE(at, std::string::npos) << denied.err;
  const std::string command = denied.err.substr(at + 9, denied.err.find('\n', at) - at - 9);
  EXPECT_EQ(program_.run(command).exit_code, 0) << command;
  EXPECT_EQ(send(bash("git push"), flags).exit_code, 0);
}

// Every event against every fault: nothing ends with another code than 0, and what is answered is
// empty or whole.
TEST_F(HookTest, NeverEndsWithAnotherCodeWhateverGoesWrong) {
  const std::map<std::string, std::vector<std::string>> events = {
      {"claude-code",
       {payload("PreCompact"), payload("PostCompact"),
        payload("SessionStart", R"("source":"compact")"),
        payload("InstructionsLoaded", R"("load_reason":"compact")"),
        payload("UserPromptSubmit", R"("prompt":"#hold x")"), bash("git push")}},
      {"codex",
       {payload("PreCompact"), payload("PostCompact"),
        payload("SessionStart", R"("source":"compact")")}},
      {"gemini-cli", {payload("PreCompress", R"("trigger":"auto")")}}};
  const std::vector<std::pair<std::string, std::string>> flag_faults = {
      {"an unknown flag", " --nonsense"},
      {"a flag without a value", " --state-dir"},
      {"an empty value", " --state-dir ''"},
      {"one argument too many", " more"},
      {"a state directory that is a file", " --state-dir decisions.json"},
      {"a state directory beneath a file", " --state-dir decisions.json/state"},
      {"a state directory that cannot be made", " --state-dir /proc/nothing/state"},
      {"a full disk", " --state-dir /dev/full"},
      {"a contract that is none", " --contract decisions.json"},
      {"a contract that is not there", " --contract nowhere.json"},
      {"a key that is not there", " --key nowhere"},
      {"a key that is none", " --key decisions.json"},
      {"a root that is not there", " --root nowhere"},
  };
  for (const auto& [runtime, payloads] : events) {
    for (const std::string& bytes : payloads) {
      for (const auto& [what, flags] : flag_faults) {
        const Ran ran = send(bytes, flags, runtime);
        EXPECT_EQ(ran.exit_code, 0) << runtime << ", " << what << ": " << ran.err;
        EXPECT_TRUE(ran.out.empty() || read_json(ran.out).value) << ran.out;
        // A place that is not there yet is no fault before something has to be written to it.
        EXPECT_TRUE(!ran.err.empty() || flags == " --state-dir /proc/nothing/state")
            << runtime << ", " << what << ": " << bytes;
      }
      const std::string truncated = bytes.substr(0, bytes.size() / 2);
      const std::string doubled = bytes + bytes;
      std::string unknown = bytes;
      unknown.insert(1, R"("brand_new_member":{"a":[1.5,null,{"b":"c"}]},)");
      const std::string huge = "{\"x\":\"" + std::string(3'000'000, 'y') + "\"," + bytes.substr(1);
      for (const std::string& broken :
           {std::string(), truncated, doubled, std::string("null"), std::string("[]"), unknown,
            huge, std::string(100'000, '{'), std::string("\xff\xfe\0", 3),
            std::string(R"({"hook_event_name":7})"),
            std::string(R"({"hook_event_name":"BrandNewEvent"})"), std::string("{}")}) {
        const Ran ran = send(broken, " --state-dir fresh", runtime);
        EXPECT_EQ(ran.exit_code, 0) << runtime << ": " << broken.substr(0, 80) << ran.err;
        EXPECT_TRUE(ran.out.empty() || read_json(ran.out).value) << ran.out;
      }
    }
  }
  for (const char* arguments :
       {"hook", "hook nobody", "hook --json", "--nonsense hook claude-code"}) {
    EXPECT_EQ(program_.run(arguments).exit_code, 0) << arguments;
  }
}

TEST_F(HookTest, RecordsWhatWentWrong) {
  send("no json");
  EXPECT_EQ(line_count(faults()), 1U);
  const auto line = read_json(faults().substr(0, faults().size() - 1));
  ASSERT_TRUE(line.value) << faults();
  EXPECT_EQ(line.value->find("runtime")->text(), "claude-code");
  EXPECT_EQ(faults().find("no json\""), std::string::npos);
}

TEST_F(HookTest, ASlowSourceDoesNotHoldUpACompaction) {
  std::string contract = kContract;
  const std::string place = R"({"file":"decisions.json","pointer":"/scope"})";
  contract.replace(contract.find(place), place.size(), R"({"command":["sleep","1000"]})");
  program_.write(".holdfast/contract.json", contract);
  EXPECT_EQ(send(payload("PreCompact"), " --run-commands").exit_code, 0);
  EXPECT_NE(program_.read(".holdfast/continuity/s-1/log.jsonl").find("command_failed"),
            std::string::npos);
  EXPECT_EQ(send(payload("PreCompact")).exit_code, 0);
  EXPECT_NE(program_.read(".holdfast/continuity/s-1/log.jsonl").find("no_command_runner"),
            std::string::npos)
      << "commands run only where the user allows it";
}

TEST_F(HookTest, FindsItsStateFromWhereverTheAgentIs) {
  std::filesystem::create_directory(program_.path("deep"));
  program_.write("payload.json", payload("PreCompact"));
  const Ran ran =
      program_.run("hook claude-code", "cd deep && CLAUDE_PROJECT_DIR='" + program_.folder() + "'",
                   program_.path("payload.json"));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(std::filesystem::exists(program_.path(".holdfast/continuity/s-1/log.jsonl")));
  EXPECT_FALSE(std::filesystem::exists(program_.path("deep/.holdfast")));
}

}  // namespace
}  // namespace holdfast::testing
