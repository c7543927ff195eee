// holdfast verify --trace: what a run did after it resumed.
#include <gtest/gtest.h>

#include "cli/program.h"

namespace holdfast::testing {
namespace {

const std::string kV1 = R"({"taskId":"t","objective":"o","canonical":{"path":"a","sha256":")" +
                        std::string(64, '0') +
                        R"(","readAt":"now"},"completedPhases":["Phase one"],
"nextExactAction":"Open sheet 5","externalWrites":[{"operation":"x","effectId":"fx-1","status":"unknown"}],
"consumedAuthorities":["ok-1"],"prohibitions":[],"rollback":"r","completionChecks":[]})";

// A manifest at generation 0.
const std::string kV2 =
    R"({"schema":"resume-manifest/v2","taskId":"t","objective":"o","canonical":[{"root":"repo","path":"a","sha256":")" +
    std::string(64, '0') +
    R"(","readAt":"2026-03-05T11:00:00Z"}],"completedPhases":[],"events":[],
"nextExactAction":{"operation":"sheet.open","target":"sheet 5","arguments":{"zoom":3,"layer":"quay"}},
"externalWrites":[],"consumedAuthorities":[],"directives":[],"decisions":{},"prohibitions":[],
"rollback":"r","completionChecks":[],"lineage":{"generation":0,"parent":null,"sourceSha256":")" +
    std::string(64, '1') + R"(","coverage":null,"ledgerHead":null}})";

std::string trace(const std::string& operations) {
  return R"({"schema":"resume-trace/v1","operations":[)" + operations + "]}";
}

const std::string kOpen = R"({"operation":"Open","target":"sheet 5"})";

Ran verify(const std::string& manifest, const std::string& trace_bytes,
           const std::string& flags = "") {
  const Program program;
  program.write("before.json", manifest);
  program.write("after.json", manifest);
  program.write("trace.json", trace_bytes);
  Ran ran = program.run("verify before.json after.json --trace trace.json " + flags);
  EXPECT_EQ(program.file_count(), 3U);
  return ran;
}

void expect_refused(const Ran& ran, const std::string& first) {
  EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
  EXPECT_EQ(ran.out.rfind("fail: " + first, 0), 0U) << ran.out;
  EXPECT_EQ(ran.err, "");
}

TEST(Trace, PassesARunThatWentOnAsRecorded) {
  for (const std::string& operations :
       {std::string(), kOpen, kOpen + R"(,{"operation":"save","effectId":"fx-2","phase":"Two"})"}) {
    const Ran ran = verify(kV1, trace(operations));
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
    EXPECT_EQ(ran.out.rfind("pass", 0), 0U) << ran.out;
  }
  const Ran ran = verify(
      kV2,
      trace(
          R"({"arguments":{"layer":"quay","zoom":3},"target":"sheet 5","operation":"sheet.open"})"));
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
}

TEST(Trace, RefusesEachWayToGoOnWrongly) {
  expect_refused(verify(kV1, trace(R"({"operation":"Close","target":"sheet 5"})")),
                 "resume_first_operation_differs\n");
  expect_refused(verify(kV1, trace(kOpen + R"(,{"operation":"x","effectId":"fx-1"})")),
                 "resume_effect_repeated\n");
  expect_refused(verify(kV1, trace(kOpen + R"(,{"operation":"x","phase":"Phase one"})")),
                 "resume_phase_repeated\n");
  expect_refused(verify(kV1, trace(kOpen + R"(,{"operation":"x","authorityId":"ok-1"})")),
                 "resume_authority_reused\n");
  expect_refused(verify(kV1, trace(R"({"operation":"x","effectId":"fx-2"},)" + kOpen)),
                 "resume_writes_grew and 1 more\n");
  expect_refused(verify(kV2, trace(R"({"operation":"sheet.open","target":"sheet 5"})")),
                 "resume_first_operation_differs\n");
  expect_refused(verify(kV2, trace(R"({"operation":"sheet.open"})")), "required_missing\n");
}

TEST(Trace, RefusesBytesThatAreNoTrace) {
  const std::pair<std::string, std::string> documents[] = {
      {"", "required_missing\n"},
      {"null", "required_missing\n"},
      {"[]", "invalid_value\n"},
      {"{\"schema\":", "invalid_json\n"},
      {"\x7f"
       "ELF\xff",
       "invalid_json"},
      {R"({"schema":"resume-trace/v9"})", "schema_unknown\n"},
      {kV2, "schema_unknown\n"},
      {R"({"schema":"resume-trace/v1","operations":[],"runId":"r"})", "unknown_field\n"},
      {trace(R"({"operation":"x","effectId":"fx 1"})"), "invalid_value\n"},
      {std::string(100, '['), "too_deep\n"},
  };
  for (const auto& [bytes, code] : documents) {
    const Ran ran = verify(kV1, bytes);
    expect_refused(ran, code);
    EXPECT_NE(ran.out.find(R"("document":"trace")"), std::string::npos) << ran.out;
  }
}

TEST(Trace, ThatCannotBeOpenedEndsWith2) {
  const Program program;
  program.write("good.json", kV1);
  const Ran ran = program.run("verify good.json good.json --trace absent.json");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(line_count(ran.err), 1U) << ran.err;
  EXPECT_NE(ran.err.find("absent.json"), std::string::npos) << ran.err;
}

TEST(Trace, IsInTheVerdictWithItsDigestAndWithoutItsText) {
  const Ran ran = verify(kV1, trace(R"({"operation":"canary-7f3a","target":"canary-7f3a"})"),
                         "--json --root .");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.out.find("canary"), std::string::npos) << ran.out;
  for (const char* part : {"resume_first_operation_differs", "/operations/0", "resume_trace",
                           R"("compaction_check": "fail")", R"("external_write": false)"}) {
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out;
  }
}

}  // namespace
}  // namespace holdfast::testing
