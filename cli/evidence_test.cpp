// holdfast verify with evidence, roots and a registry of operations.
#include <gtest/gtest.h>

#include "cli/program.h"

namespace holdfast::testing {
namespace {

std::string manifest(const std::string& status, const std::string& operation = "sheet.open") {
  const std::string write =
      status == "unknown" ? R"("status":"unknown")" : R"("status":"confirmed","receipt":"mail 88")";
  return R"({"schema":"resume-manifest/v2","taskId":"t","objective":"o","canonical":[{"root":"repo","path":"plan.md","sha256":")"
         "68f44a4bd2d0a3e59bb7f0e1c1a0d2cd2f1a5ef3cd3a9cf0a6a1ab1e2f53ba11"
         R"(","readAt":"2026-03-05T11:00:00Z"}],"completedPhases":[],"events":[],"nextExactAction":{"operation":")" +
         operation +
         R"(","target":"sheet 5"},"externalWrites":[{"operation":"mail.send","effectId":"fx-1",)" +
         write +
         R"(}],"consumedAuthorities":[],"directives":[],"decisions":{},"prohibitions":[],"rollback":"r",
"completionChecks":[],"lineage":{"generation":0,"parent":null,"sourceSha256":")" +
         std::string(64, '1') + R"(","coverage":null,"ledgerHead":null}})";
}

class VerifyCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    program_.write("before.json", manifest("unknown"));
    program_.write("after.json", manifest("confirmed"));
  }
  Ran verify(const std::string& flags) const {
    return program_.run("verify before.json after.json " + flags);
  }
  Program program_;
};

TEST_F(VerifyCommand, AcceptsAChangeThatTheEvidenceAllows) {
  EXPECT_EQ(verify("").exit_code, 1);
  program_.write("e.json", R"({"receipts":[{"effectId":"fx-1","receipt":"mail 88"}]})");
  const Ran ran = verify("--evidence e.json --json");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("\"item\": \"fx-1\""), std::string::npos) << ran.out;
  program_.write("e.json", R"({"receipts":[{"effectId":"fx-1","receipt":"mail 89"}]})");
  EXPECT_EQ(verify("--evidence e.json").exit_code, 1);
}

TEST_F(VerifyCommand, RefusesEvidenceThatItCannotRead) {
  for (const char* text : {"", "{", "[]", R"({"receipt":null})", R"({"receipts":{}})"}) {
    program_.write("e.json", text);
    const Ran ran = verify("--evidence e.json");
    EXPECT_EQ(ran.exit_code, 1) << text;
    EXPECT_NE(ran.out.find("evidence_invalid"), std::string::npos) << text << "\n" << ran.out;
  }
  EXPECT_EQ(verify("--evidence none.json").exit_code, 2);
}

TEST_F(VerifyCommand, FindsEachRootByItsName) {
  program_.write("after.json", manifest("unknown"));
  const Ran unnamed = verify("--root . --json");
  EXPECT_NE(unnamed.out.find("root_not_configured"), std::string::npos) << unnamed.out;
  const Ran named = verify("--root repo=. --json");
  EXPECT_NE(named.out.find("\"canonical_check\": \"missing\""), std::string::npos) << named.out;
  program_.write("plan.md", "another plan\n");
  const Ran changed = verify("--root repo=. --json");
  EXPECT_NE(changed.out.find("\"canonical_check\": \"changed\""), std::string::npos) << changed.out;
  EXPECT_EQ(verify("--root repo=. --root repo=/").exit_code, 2);
}

TEST_F(VerifyCommand, KnowsOnlyTheOperationsOfTheRegistry) {
  program_.write("after.json", manifest("unknown"));
  program_.write("operations.txt",
                 "# what this project does\nsheet.open\nmail.send # and no more\n\n");
  EXPECT_EQ(verify("--operations operations.txt").exit_code, 0);
  for (const char* name : {"before.json", "after.json"}) {
    program_.write(name, manifest("unknown", "sheet.burn"));
  }
  const Ran ran = verify("--operations operations.txt");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.out.find("not_in_registry"), std::string::npos) << ran.out;
  EXPECT_EQ(verify("").exit_code, 0) << "without a registry every operation is one";
  program_.write("operations.txt", "Sheet Open\n");
  const Ran ill_spelled = verify("--operations operations.txt");
  EXPECT_EQ(ill_spelled.exit_code, 2);
  EXPECT_NE(ill_spelled.err.find("operations.txt:1"), std::string::npos) << ill_spelled.err;
}

TEST_F(VerifyCommand, HasNoSc1ForTheSecondVersion) {
  EXPECT_EQ(program_.run("checksum before.json").exit_code, 0);
  EXPECT_EQ(program_.run("checksum before.json --norm sc1").exit_code, 2);
  const Ran stored =
      program_.run("checksum before.json --verify sc1:sha256:" + std::string(64, '0'));
  EXPECT_EQ(stored.exit_code, 1);
  EXPECT_EQ(stored.out, "norm_version_unknown\n");
}

}  // namespace
}  // namespace holdfast::testing
