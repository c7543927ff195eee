// holdfast ledger: a session's words become orders, and orders are closed only by those who gave
// them.
#include <gtest/gtest.h>

#include "cli/program.h"

namespace holdfast::testing {
namespace {

const std::string kSession =
    R"({"entryId":"u-1","seq":1,"author":"user","kind":"prompt","text":"Redraw the map. Do not publish depths. Make sure every sheet has a scale bar."})"
    "\n"
    R"({"entryId":"a-1","seq":2,"author":"assistant","kind":"text","text":"Done."})"
    "\n"
    R"({"entryId":"u-2","seq":3,"author":"user","kind":"prompt","text":"Forget the scale bars."})"
    "\n";

class LedgerCommand : public ::testing::Test {
 protected:
  void SetUp() override { program_.write("s.jsonl", kSession); }

  Ran run(const std::string& arguments) const { return program_.run("ledger " + arguments); }
  Ran append(const std::string& line, const std::string& flags = "") const {
    program_.write("line.json", line);
    return run("append line.json " + flags);
  }
  void issue() const {
    const Ran ran = run(
        "issue --from-session s.jsonl --entry u-1 --quote 'Do not publish depths.' --directive d-1 "
        "--obligation 'prohibition: No depth is shown.' --obligation 'completion: All is "
        "checked.'");
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
  }

  Program program_;
};

TEST_F(LedgerCommand, TurnsProposedSentencesIntoDirectives) {
  const Ran proposed = run("propose --from-session s.jsonl");
  EXPECT_EQ(proposed.exit_code, 0);
  program_.write("marks.json", proposed.out);
  EXPECT_EQ(run("issue --from-session s.jsonl --marks marks.json").exit_code, 0);
  const Ran active = run("active --show-text");
  EXPECT_NE(active.out.find("\"Do not publish depths.\""), std::string::npos) << active.out;
  EXPECT_NE(active.out.find("2 active, 0 closed"), std::string::npos) << active.out;
  // The same marks again are the same directives.
  EXPECT_EQ(run("issue --from-session s.jsonl --marks marks.json").exit_code, 2);
}

TEST_F(LedgerCommand, ShowsNoTextUnlessAsked) {
  issue();
  for (const char* command : {"active", "active --json", "history", "history --json", "explain d-1",
                              "explain d-1 --json", "verify", "verify --json"}) {
    const Ran ran = run(command);
    EXPECT_EQ(ran.exit_code, 0) << command << ran.err;
    EXPECT_EQ((ran.out + ran.err).find("depth"), std::string::npos) << command << ran.out;
  }
}

TEST_F(LedgerCommand, LetsOnlyAUsersEntryCloseADirective) {
  issue();
  const std::string by_assistant =
      R"({"kind":"withdrawn","directiveId":"d-1","sourceEntryId":"a-1"})";
  const std::string by_user = R"({"kind":"withdrawn","directiveId":"d-1","sourceEntryId":"u-2"})";
  EXPECT_EQ(append(by_assistant).exit_code, 2) << "without a session";
  EXPECT_EQ(append(by_assistant, "--session s.jsonl").exit_code, 2);
  EXPECT_EQ(append(by_user).exit_code, 2) << "without a session";
  EXPECT_EQ(append(by_user, "--session s.jsonl").exit_code, 0);
  EXPECT_NE(run("explain d-1").out.find("is closed by line 2"), std::string::npos);
}

TEST_F(LedgerCommand, FulfilsOneObligationAtATime) {
  issue();
  const auto fulfil = [&](const std::string& obligation) {
    return append(R"({"kind":"fulfilled","directiveId":"d-1","obligationId":")" + obligation +
                  R"(","evidence":"run 14"})");
  };
  EXPECT_EQ(fulfil("o-1").exit_code, 0);
  EXPECT_NE(run("active").out.find("[x] o-1"), std::string::npos);
  EXPECT_EQ(fulfil("o-1").exit_code, 2);
  EXPECT_EQ(fulfil("o-2").exit_code, 0);
  EXPECT_NE(run("active").out.find("0 active, 1 closed"), std::string::npos);
}

TEST_F(LedgerCommand, TakesNoIssuedLineThatIsNotInTheSession) {
  const std::string line =
      R"({"kind":"issued","directiveId":"d-1","sourceEntryId":"u-2","sourceSha256":")" +
      std::string(64, '0') +
      R"(","span":[0,6],"text":"Forget","obligations":[{"obligationId":"o","kind":"scope","text":"x"}]})";
  const Ran ran = append(line, "--session s.jsonl");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_NE(ran.err.find("sourceSha256"), std::string::npos) << ran.err;
}

TEST_F(LedgerCommand, ReportsDamageATornLineAndLinesCutOff) {
  issue();
  EXPECT_EQ(append(R"({"kind":"detour_opened","detourId":"x","reason":"restart"})").exit_code, 0);
  const std::string whole = program_.read(".holdfast/ledger.jsonl");
  const std::string head = [&] {
    const std::string out = run("verify").out;
    return out.substr(out.find("head ") + 5, 66);
  }();
  EXPECT_EQ(run("verify --head " + head).exit_code, 0);
  program_.write(".holdfast/ledger.jsonl", whole.substr(0, whole.find('\n') + 1));
  EXPECT_EQ(run("verify").exit_code, 0);
  EXPECT_EQ(run("verify --head " + head).exit_code, 1) << "cut off";
  program_.write(".holdfast/ledger.jsonl", whole.substr(0, whole.size() - 9));
  const Ran torn = run("verify");
  EXPECT_EQ(torn.exit_code, 0);
  EXPECT_NE(torn.err.find("torn"), std::string::npos) << torn.err;
  std::string damaged = whole;
  damaged[damaged.find("d-1")] = 'e';
  program_.write(".holdfast/ledger.jsonl", damaged);
  const Ran ran = run("active");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find(".holdfast/ledger.jsonl:2:"), std::string::npos) << ran.err;
  EXPECT_EQ(append(R"({"kind":"detour_closed","detourId":"x","reason":"back"})").exit_code, 2);
  EXPECT_EQ(program_.read(".holdfast/ledger.jsonl"), damaged);
}

TEST_F(LedgerCommand, GivesBadInputAClearErrorAndItsExitCode) {
  program_.write("bad.json", "{");
  program_.write("list.json", "[]");
  for (const char* arguments :
       {"", "append", "append none.json", "append bad.json", "append list.json", "active",
        "history", "verify", "explain d-1", "issue --from-session none.jsonl --entry u-1",
        "issue --from-session s.jsonl --entry u-9 --obligation 'scope: x'",
        "issue --from-session s.jsonl --entry u-1",
        "issue --from-session s.jsonl --entry u-1 "
        "--obligation scope",
        "issue --from-session s.jsonl --entry u-1 --span 3 --obligation 'scope: x'",
        "issue --from-session s.jsonl --entry u-1 --obligation 'wish: x'",
        "issue --from-session s.jsonl --marks bad.json", "verify --head 3",
        "propose --from-session bad.json"}) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.exit_code, 2) << arguments << "\n" << ran.out << ran.err;
    EXPECT_EQ(line_count(ran.err), 1U) << arguments << "\n" << ran.err;
  }
}

}  // namespace
}  // namespace holdfast::testing
