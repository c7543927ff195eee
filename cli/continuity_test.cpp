#include <map>

#include "cli/program.h"
#include "core/json.h"

namespace holdfast::testing {
namespace {

std::string slurp_source(const std::string& name) {
  std::ifstream file(std::string(HOLDFAST_SOURCE_DIR) + "/" + name, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

// The blocks of a guide that are fenced as ```json.
std::vector<std::string> json_blocks(const std::string& guide) {
  std::vector<std::string> blocks;
  const std::string text = slurp_source(guide);
  constexpr std::string_view kFence = "```json\n";
  for (std::size_t at = text.find(kFence); at != std::string::npos; at = text.find(kFence, at)) {
    at += kFence.size();
    blocks.push_back(text.substr(at, text.find("```", at) - at));
  }
  return blocks;
}

class ContinuityTest : public ::testing::Test {
 protected:
  ContinuityTest() {
    std::filesystem::create_directory(program_.path(".holdfast"));
    program_.write(".holdfast/contract.json", json_blocks("docs/continuity.md").front());
    decide("src/ only");
  }
  void decide(const std::string& scope) {
    program_.write("decisions.json", R"({"scope":")" + scope +
                                         R"(","approval":"ask before push","test":"make check"})");
  }
  Ran run(const std::string& arguments) { return program_.run("continuity " + arguments); }

  Program program_;
};

TEST_F(ContinuityTest, TheGuidesCommandsDoWhatItSays) {
  EXPECT_EQ(run("status").exit_code, 2) << "nothing was recorded yet";
  EXPECT_EQ(run("snapshot --side before").exit_code, 0);
  const Ran preserved = run("snapshot --side after");
  EXPECT_EQ(preserved.exit_code, 0) << preserved.err;
  const Ran status = run("status --activity working");
  EXPECT_EQ(status.exit_code, 0);
  EXPECT_NE(status.out.find("activity: working\ncontinuity: preserved"), std::string::npos);

  EXPECT_EQ(run("snapshot --side before").exit_code, 0);
  decide("everything");
  const Ran changed = run("snapshot --side after");
  EXPECT_EQ(changed.exit_code, 1);
  EXPECT_NE(changed.out.find("scope: conflicting (no_approval)"), std::string::npos) << changed.out;
  const Ran json = run("status --activity working --json");
  EXPECT_EQ(json.exit_code, 1);
  const auto value = read_json(json.out);
  ASSERT_TRUE(value.value) << json.out;
  EXPECT_EQ(value.value->find("activity")->text(), "working");
  EXPECT_EQ(value.value->find("continuity")->text(), "conflicting");

  EXPECT_EQ(run("approve scope --approver agent --authority ticket-1").exit_code, 0);
  EXPECT_EQ(run("snapshot --side after").exit_code, 1) << "the agent cannot approve";
  EXPECT_EQ(run("approve scope --approver Ada --authority ticket-1").exit_code, 2)
      << "an authority is presented once";
  EXPECT_EQ(run("approve scope --approver Ada --authority ticket-2").exit_code, 0);
  EXPECT_EQ(run("snapshot --side after").exit_code, 0);
  const Ran log = run("log");
  EXPECT_EQ(log.exit_code, 0);
  EXPECT_NE(log.out.find("head "), std::string::npos);
  const std::string head = log.out.substr(log.out.rfind("head ") + 5);
  EXPECT_EQ(run("log --head " + head.substr(0, head.size() - 1)).exit_code, 0);
  EXPECT_EQ(run("log --head 1:" + std::string(64, '0')).exit_code, 1);
  EXPECT_EQ(run("log --head nonsense").exit_code, 2);
}

TEST_F(ContinuityTest, SaysOfABadInvocationWhatToDo) {
  EXPECT_EQ(run("").exit_code, 2);
  EXPECT_EQ(run("snapshot").exit_code, 2);
  EXPECT_EQ(run("snapshot --side middle").exit_code, 2);
  EXPECT_EQ(run("approve scope").exit_code, 2);
  EXPECT_EQ(run("approve nothing --approver Ada --authority a").exit_code, 2);
  const Ran none = run("snapshot --side before --contract nowhere.json");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.err.find("nowhere.json"), std::string::npos);
  const Ran bad = run("snapshot --side before --contract decisions.json");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_NE(bad.err.find("no decision contract"), std::string::npos);
  program_.write("key", std::string(32, 'k'));
  EXPECT_EQ(run("snapshot --side before --key key").exit_code, 2) << "all bytes are the same";
  EXPECT_EQ(run("snapshot --side before --task a").exit_code, 0);
  EXPECT_EQ(run("snapshot --side before --task b").exit_code, 0);
  const Ran several = run("status");
  EXPECT_EQ(several.exit_code, 2);
  EXPECT_NE(several.err.find("a, b"), std::string::npos) << several.err;
}

TEST_F(ContinuityTest, SaysWhatCouldNotBeRecorded) {
  program_.write("decisions.json", R"({"scope":"src/ only"})");
  const Ran ran = run("snapshot --side before");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("acceptance-test (absent)"), std::string::npos) << ran.err;
  std::filesystem::remove(program_.path("decisions.json"));
  EXPECT_NE(run("snapshot --side before").err.find("source_missing"), std::string::npos);
}

TEST_F(ContinuityTest, KeyedDecisionsShowAsEqualOnlyWithTheirKey) {
  std::string contract = program_.read(".holdfast/contract.json");
  for (std::size_t at = contract.find("\"keyed\": false"); at != std::string::npos;
       at = contract.find("\"keyed\": false")) {
    contract.replace(at, 14, "\"keyed\": true");
  }
  program_.write(".holdfast/contract.json", contract);
  EXPECT_EQ(run("snapshot --side before").exit_code, 1) << "without a key there is no digest";
  program_.write("one", "0123456789abcdef0123456789abcdef");
  program_.write("two", "fedcba9876543210fedcba9876543210");
  EXPECT_EQ(run("snapshot --side before --key one").exit_code, 2) << "others may read it";
  std::filesystem::permissions(program_.path("one"), std::filesystem::perms(0600));
  std::filesystem::permissions(program_.path("two"), std::filesystem::perms(0600));
  EXPECT_EQ(run("snapshot --side before --key one").exit_code, 0);
  const Ran other = run("snapshot --side after --key two");
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_NE(other.out.find("unverified"), std::string::npos) << other.out;
  EXPECT_EQ(run("snapshot --side after --key two --key one").exit_code, 0);
}

TEST_F(ContinuityTest, ComparesTwoSnapshotsByHand) {
  const Ran before = run("snapshot --side before --json --task t");
  ASSERT_EQ(before.exit_code, 0);
  program_.write("before.json", before.out);
  std::string after = before.out;
  after.replace(after.find("\"side\": \"before\""), 16, "\"side\": \"after\"");
  program_.write("copied.json", after);
  const Ran copied = run("compare before.json copied.json");
  EXPECT_EQ(copied.exit_code, 1) << "nobody looked after the boundary";
  EXPECT_NE(copied.out.find("unverified"), std::string::npos) << copied.out;
  const auto value = read_json(before.out);
  ASSERT_TRUE(value.value);
  const std::string taken = value.value->find("takenAt")->text();
  std::string later = taken;
  later = "2099-01-01T00:00:00Z";
  for (std::size_t at = after.find(taken); at != std::string::npos; at = after.find(taken)) {
    after.replace(at, taken.size(), later);
  }
  for (const auto& item : value.value->find("decisions")->items()) {
    const std::string& at_text = item.find("observedAt")->text();
    for (std::size_t at = after.find(at_text); at != std::string::npos; at = after.find(at_text)) {
      after.replace(at, at_text.size(), later);
    }
  }
  program_.write("after.json", after);
  std::string earlier = later;
  earlier.replace(0, 19, "2098-12-31T23:59:59");
  EXPECT_EQ(run("compare before.json after.json --boundary-at " + earlier).exit_code, 0);
  EXPECT_EQ(run("compare before.json after.json --boundary-at " + later).exit_code, 1)
      << "in the very second of the boundary";
  EXPECT_EQ(run("compare before.json after.json").exit_code, 1) << "after the window";
  EXPECT_EQ(run("compare after.json before.json").exit_code, 2) << "the wrong way round";
  EXPECT_EQ(run("compare before.json nowhere.json").exit_code, 2);
  EXPECT_EQ(run("compare before.json after.json --boundary-at soon").exit_code, 2);
}

// Every runtime's settings from the guide, with each of its events sent to the command they name.
TEST_F(ContinuityTest, TheGuidesSettingsWork) {
  int commands = 0;
  for (const std::string& block : json_blocks("docs/continuity.md")) {
    const auto settings = read_json(block);
    ASSERT_TRUE(settings.value) << block;
    const Value* hooks = settings.value->find("hooks");
    for (std::size_t i = 0; hooks != nullptr && i < hooks->size(); ++i) {
      const Value& hook = hooks->items()[i].items()[0].find("hooks")->items()[0];
      const std::string command = hook.find("command")->text();
      ASSERT_TRUE(command.starts_with("holdfast hook ")) << command;
      program_.write(
          "payload.json",
          R"({"session_id":"s-1","hook_event_name":")" + hooks->names()[i] +
              R"(","source":"compact","prompt":"x","tool_name":"Bash","tool_input":{}})");
      const Ran ran =
          program_.run(command.substr(std::string("holdfast ").size()), "", "payload.json");
      EXPECT_EQ(ran.exit_code, 0) << command << ran.err;
      EXPECT_EQ(ran.err, "") << hooks->names()[i] << " is no event of " << command;
      ++commands;
    }
  }
  EXPECT_EQ(commands, 10);
}

}  // namespace
}  // namespace holdfast::testing
