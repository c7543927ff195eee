// resume-trace/v1 as a document, and what it does to a verdict.
#include "core/resume_test.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

// The document

std::string good_trace() {
  TraceOperation last = write("fx-new");
  last.phase = "Drew sheet 5.";
  last.authority_id = "ok-3";
  return write_compact_json(to_value(ResumeTrace{{next_action_v2(), last}}));
}

Codes faults_of(const std::string& text) {
  const TraceDocument document = read_resume_trace(text);
  EXPECT_NE(document.trace.has_value(), !document.findings.empty());
  Codes found;
  for (const Finding& finding : document.findings) {
    EXPECT_EQ(finding.side, Side::kAfter);
    const Value* about = finding.detail.find("document");
    EXPECT_TRUE(about != nullptr && *about == Value("trace")) << finding.code;
    found.push_back(finding.code + (finding.item.empty() ? "" : " " + finding.item));
  }
  return found;
}

TEST(ResumeTrace, ComesBackFromItsJsonForm) {
  const TraceDocument document = read_resume_trace(good_trace());
  ASSERT_TRUE(document.trace);
  EXPECT_EQ(write_compact_json(to_value(*document.trace)), good_trace());
  EXPECT_EQ(document.sha256, sha256_hex(good_trace()));
  EXPECT_EQ(to_value(*document.trace).find("operations")->items()[1].names(),
            (std::vector<std::string>{"operation", "target", "effectId", "phase", "authorityId"}));
  EXPECT_EQ(faults_of(R"({"schema":"resume-trace/v1","operations":[]})"), Codes{});
  EXPECT_EQ(faults_of(R"({"operations":[{"operation":"x"}],"schema":"resume-trace/v1"})"), Codes{});
}

TEST(ResumeTrace, IsRefusedWhereItIsNoDocument) {
  const std::pair<const char*, const char*> texts[] = {
      {"", "required_missing"},
      {"null", "required_missing"},
      {"[]", "invalid_value"},
      {"\"x\"", "invalid_value"},
      {"{", "invalid_json"},
      {R"({"schema":"resume-trace/v2","operations":[]})", "schema_unknown"},
      {R"({"schema":"resume-manifest/v1","operations":[]})", "schema_unknown"},
      {R"({"schema":null,"operations":[]})", "schema_unknown"},
      {R"({"operations":[]})", "required_missing /schema"},
      {R"({"schema":"resume-trace/v1"})", "required_missing /operations"},
      {R"({"schema":"resume-trace/v1","operations":null})", "required_missing /operations"},
      {R"({"schema":"resume-trace/v1","operations":{}})", "invalid_list /operations"},
      {R"({"schema":"resume-trace/v1","operations":[],"runId":"x"})", "unknown_field /runId"},
      {R"({"schema":"resume-trace/v1","operations":["Open"]})", "invalid_list /operations/0"},
      {R"({"schema":"resume-trace/v1","operations":[null]})", "invalid_list /operations/0"},
  };
  for (const auto& [text, fault] : texts) {
    EXPECT_EQ(faults_of(text), Codes{fault}) << text;
  }
  EXPECT_EQ(codes_of(read_resume_trace(
                         R"({"schema":"resume-trace/v1","operations":[],"operat\u0069ons":[]})")
                         .findings),
            Codes{"duplicate_key"});
  EXPECT_FALSE(read_resume_trace(std::nullopt).trace);
  EXPECT_FALSE(read_resume_trace(std::nullopt).findings.empty());
}

TEST(ResumeTrace, IsRefusedForEachMemberOfAWrongForm) {
  const auto fault = [](std::string_view member, const Value& value) {
    Value operation = Value::object({{"operation", "sheet.save"}, {"target", "sheet 5"}});
    operation.set(member, value);
    return faults_of(write_compact_json(Value::object(
        {{"schema", kResumeTraceV1}, {"operations", Value::array({std::move(operation)})}})));
  };
  const auto at = [](const char* code, std::string_view member) {
    return Codes{std::string(code) + " /operations/0/" + std::string(member)};
  };
  for (const char* member : {"operation", "target", "phase", "effectId", "authorityId"}) {
    EXPECT_EQ(fault(member, "x"), Codes{}) << member;
    EXPECT_EQ(fault(member, ""), at("required_missing", member));
    EXPECT_EQ(fault(member, " \xE2\x80\x8B"), at("required_missing", member));
    EXPECT_EQ(fault(member, 1), at("invalid_value", member));
    EXPECT_EQ(fault(member, Value::array({"x"})), at("invalid_value", member));
  }
  for (const char* member : {"effectId", "authorityId"}) {
    EXPECT_EQ(fault(member, "fx new"), at("invalid_value", member));
    EXPECT_EQ(fault(member, "fx\xE2\x80\x8Bnew"), at("invalid_value", member));
    EXPECT_EQ(fault(member, "e\xCC\x81"), at("invalid_value", member));
  }
  for (const char* member : {"operation", "target", "phase"}) {
    EXPECT_EQ(fault(member, "two words, e\xCC\x81"), Codes{}) << member;
  }
  EXPECT_EQ(fault("arguments", Value::object({{"any", Value::array({1, Value()})}})), Codes{});
  for (const Value& wrong : {Value("x"), Value(1), Value(), Value::array()}) {
    EXPECT_EQ(fault("arguments", wrong), at("invalid_value", "arguments"));
  }
  EXPECT_EQ(fault("status", "confirmed"), at("unknown_field", "status"));
  EXPECT_EQ(fault("target", Value()), at("invalid_value", "target"));
  EXPECT_EQ(fault("operation", Value()).at(0), at("required_missing", "operation").at(0));
}

TEST(ResumeTrace, NamesAllFaultsAtOnce) {
  Codes faults = faults_of(
      R"({"schema":"resume-trace/v1","operations":[{"target":"x"},{"operation":"a","note":1},3]})");
  std::sort(faults.begin(), faults.end());
  EXPECT_EQ(faults, (Codes{"invalid_list /operations/2", "required_missing /operations/0/operation",
                           "unknown_field /operations/1/note"}));
}

// Law 1: with no rule to name a fault, what the typed trace cannot hold is refused all the same.
TEST(ResumeTrace, IsRefusedWithoutAnyRuleWhereItIsNoTrace) {
  ReadOptions options;
  options.rules = {};
  for (const char* text :
       {R"({"schema":"resume-trace/v1"})", R"({"operations":[]})",
        R"({"schema":"resume-trace/v1","operations":[],"x":1})",
        R"({"schema":"resume-trace/v1","operations":[{}]})",
        R"({"schema":"resume-trace/v1","operations":[{"operation":"a","x":"b"}]})",
        R"({"schema":"resume-trace/v1","operations":[{"operation":" "}]})",
        R"({"schema":"resume-trace/v1","operations":[{"operation":"a","effectId":"b c"}]})",
        R"({"schema":"resume-trace/v1","operations":[{"operation":"a","arguments":null}]})"}) {
    const TraceDocument document = read_resume_trace(text, options);
    EXPECT_FALSE(document.trace) << text;
    EXPECT_EQ(codes_of(document.findings), Codes{"unexplained_difference"}) << text;
  }
  EXPECT_TRUE(read_resume_trace(good_trace(), options).trace);
}

TEST(ResumeTrace, TakesItsLimitsFromTheOptions) {
  ReadOptions options;
  options.limits.size_bytes_max = good_trace().size() - 1;
  EXPECT_EQ(codes_of(read_resume_trace(good_trace(), options).findings), Codes{"too_large"});
}

TEST(ResumeTrace, IsNoManifestAndAManifestIsNoTrace) {
  EXPECT_EQ(codes_of(read_after(good_trace()).findings), Codes{"schema_unknown"});
  EXPECT_EQ(faults_of(text_of(good_manifest_v2())), Codes{"schema_unknown"});
  EXPECT_TRUE(shape_of(kResumeTraceV1) != nullptr);
}

// The verdict

Verdict verdict_with(const TraceDocument& trace, const Manifest& after = good_manifest_v2()) {
  Verdict verdict = judge(good_manifest_v2(), after);
  check_resume(verdict, read_after(after), trace);
  return verdict;
}

TraceDocument read(const Operations& operations) {
  return read_resume_trace(write_compact_json(to_value(ResumeTrace{operations})));
}

TEST(ResumeVerdict, StaysAPassWhereTheRunWentOnAsRecorded) {
  const Verdict verdict = verdict_with(read_resume_trace(good_trace()));
  EXPECT_TRUE(verdict.pass);
  EXPECT_EQ(verdict.findings.size(), 0U);
  ASSERT_EQ(verdict.evidence_used.size(), 1U);
  EXPECT_EQ(*verdict.evidence_used[0].find("item"), Value(sha256_hex(good_trace())));
}

TEST(ResumeVerdict, FailsWithTheTrace) {
  const Verdict verdict = verdict_with(read({next_action_v2(), write("fx-mail")}));
  EXPECT_FALSE(verdict.pass);
  EXPECT_EQ(codes_of(verdict.findings), Codes{"resume_effect_repeated"});
  EXPECT_FALSE(verdict_with(read_resume_trace("{")).pass);
  EXPECT_FALSE(verdict_with(read_resume_trace("")).pass);
  EXPECT_FALSE(verdict_with(read_resume_trace(std::nullopt)).pass);
}

TEST(ResumeVerdict, JudgesByTheManifestThatTheRunResumedFrom) {
  Manifest after = good_manifest_v2();
  after.next_exact_action.target = "sheet 6";
  const Verdict verdict = verdict_with(read({next_action_v2()}), after);
  EXPECT_EQ(codes_of(verdict.findings),
            (Codes{"next_action_changed", "resume_first_operation_differs"}));
  EXPECT_EQ(
      codes_of(verdict_with(
                   read({changed([](TraceOperation& operation) { operation.target = "sheet 6"; })}),
                   after)
                   .findings),
      Codes{"next_action_changed"});
}

TEST(ResumeVerdict, NeverPassesAnUnreadableManifestByItsTrace) {
  Verdict verdict = judge(text_of(good_manifest_v2()), "{}");
  check_resume(verdict, read_after("{}"), read_resume_trace(good_trace()));
  EXPECT_FALSE(verdict.pass);
  EXPECT_EQ(verdict.evidence_unused.size(), 1U);
  EXPECT_EQ(verdict.evidence_used.size(), 0U);

  verdict = judge(text_of(good_manifest_v2()), "{}");
  check_resume(verdict, read_after("{}"), read_resume_trace("["));
  EXPECT_EQ(verdict.findings.front().code, "invalid_json");
}

TEST(ResumeVerdict, StopsTheDecisionToo) {
  Verdict verdict = verdict_with(read({write("fx-mail")}));
  const Document record = read_document(text_of(good_manifest_v2()), Side::kBefore);
  check_canonical(verdict, record, record, {});
  EXPECT_NE(verdict.decision, Decision::kResume);
  EXPECT_FALSE(verdict.external_write);
}

TEST(ResumeVerdictDeathTest, ComesBeforeTheDecision) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Verdict verdict = judge(good_manifest(), good_manifest());
  const Document record = read_after(good_manifest());
  check_canonical(verdict, record, record, {});
  EXPECT_DEATH(check_resume(verdict, read_after(good_manifest()), read({})), "CHECK failed");
}

}  // namespace
}  // namespace holdfast
