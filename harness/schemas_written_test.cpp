// What Holdfast writes fits the published schemas, and so does what it reads from subjects.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "core/chain.h"
#include "core/json.h"
#include "core/manifest_test.h"
#include "core/sha256.h"
#include "generators/edit.h"
#include "harness/run_record.h"
#include "harness/schema_test.h"
#include "harness/subject_protocol.h"

namespace holdfast {
namespace {

// The document fits; without any one of its members, or with one more, it does not.
void expect_fits(const std::string& stem, const Value& document,
                 const std::set<std::string>& optional = {}) {
  SCOPED_TRACE(stem);
  const JsonSchema schema(schema_json(stem));
  EXPECT_EQ(schema.explain(to_nlohmann(document)), "") << write_compact_json(document);
  EXPECT_TRUE(schema.accepts(document));
  for (const std::string& name : document.names()) {
    Value less = document;
    less.erase(name);
    EXPECT_EQ(schema.accepts(less), optional.count(name) != 0) << "without " << name;
  }
  Value more = document;
  more.add("extra", 1);
  EXPECT_FALSE(schema.accepts(more)) << "with a member more";
}

void expect_verdict_fits(const Verdict& verdict) { expect_fits("verdict-v1", to_value(verdict)); }

TEST(Schemas, FitEveryVerdictOnAPair) {
  const std::string good = text_of(good_manifest_v2());
  expect_verdict_fits(judge(good, good));
  expect_verdict_fits(judge(text_of(good_manifest()), text_of(good_manifest())));
  expect_verdict_fits(judge(good, text_of(good_manifest())));
  expect_verdict_fits(judge("", "{\"a\":1,\"a\":"));
  CheckOptions without_checksums;
  without_checksums.checksums = false;
  expect_verdict_fits(judge(good, good, without_checksums));
  Manifest worse = good_manifest_v2();
  worse.directives.pop_back();
  worse.external_writes.clear();
  worse.completed_phases.back() += "\u200b";
  worse.lineage.generation = 7;
  const Verdict verdict = judge(good_manifest_v2(), worse);
  EXPECT_GT(verdict.findings.size(), 3u);
  expect_verdict_fits(verdict);
}

TEST(Schemas, FitVerdictsThatUsedEvidence) {
  const Value evidence = Value::object(
      {{"receipts", Value::array({Value::object({{"effectId", "fx-mail"}, {"receipt", "m 17"}}),
                                  Value::object({{"effectId", "fx-no"}, {"receipt", "m 18"}})})},
       {"used", Value::array({"ok-9"})},
       {"progress",
        Value::array({Value::object({{"kind", "phase_completed"}, {"phase", "Drew it."}})})}});
  CheckOptions options;
  options.evidence = &evidence;
  Manifest after = good_manifest_v2();
  after.external_writes[1] = {"mail.send", "fx-mail", WriteStatus::kConfirmed, "m 17"};
  const Verdict verdict = judge(good_manifest_v2(), after, options);
  EXPECT_TRUE(verdict.pass);
  EXPECT_FALSE(verdict.evidence_used.empty());
  EXPECT_FALSE(verdict.evidence_unused.empty());
  expect_verdict_fits(verdict);
  const Value broken = Value::object({{"masks", 3}, {"else", 1}});
  options.evidence = &broken;
  expect_verdict_fits(judge(good_manifest_v2(), after, options));
}

TEST(Schemas, FitVerdictsOnChains) {
  Manifest next = good_manifest_v2();
  next.prohibitions.pop_back();
  const auto read = [](const Manifest& manifest) { return read_after(manifest); };
  const Verdict verdict = check_chain(
      {{read(good_manifest_v2()), nullptr, std::nullopt}, {read(next), nullptr, std::nullopt}});
  EXPECT_TRUE(std::any_of(verdict.findings.begin(), verdict.findings.end(),
                          [](const Finding& finding) { return finding.link.has_value(); }));
  expect_verdict_fits(verdict);
}

TEST(Schemas, FitVerdictsWithACanonicalCheck) {
  const std::filesystem::path root =
      std::filesystem::path(testing::TempDir()) / ("schemas-" + std::to_string(::getpid()));
  std::filesystem::create_directories(root / "maps");
  std::ofstream(root / "maps" / "plan.md") << "plan";
  Manifest manifest = good_manifest_v2();
  manifest.canonical[0].sha256 = sha256_hex("plan");
  const Document document = read_after(manifest);
  for (const Roots& roots : {Roots{{"repo", root.string()}},
                             Roots{{"repo", root.string()}, {"notes", root.string()}}, Roots{}}) {
    Verdict verdict = check_compaction(document, document);
    check_canonical(verdict, document, document, roots);
    EXPECT_EQ(verdict.canonical.size(), 2u);
    expect_verdict_fits(verdict);
  }
  std::filesystem::remove_all(root);
}

TEST(Schemas, FitEveryLineOfARunRecord) {
  const std::vector<Strategy> strategies = {{.name = "rollback_reworded",
                                             .summary = "s",
                                             .invariant = "rollback",
                                             .codes = {"rollback_changed"}}};
  const std::vector<Control> controls = {{.name = "keys_reordered", .summary = "s"}};
  const CampaignOptions options{
      .stream = {
          .seed = UINT64_MAX, .strategies = strategies, .controls = controls, .manifests = {}}};
  CampaignResult result;
  result.subject.name = "built-in";
  result.cases = 3;
  OutcomeCounts counts{};
  counts[static_cast<std::size_t>(Outcome::kAccepted)] = 1;
  counts[static_cast<std::size_t>(Outcome::kControlAccepted)] = 2;
  result.blocks = {{0, 3, counts, false, sha256_hex("stream")}};
  result.of_strategy = {counts};
  result.of_control = {counts};
  result.void_kills = {0};
  result.totals = counts;
  Bucket bucket;
  bucket.key = {"rollback", "rollback_reworded", Outcome::kAccepted};
  bucket.count = 1;
  bucket.smallest.id = "rollback-0123456789ab";
  result.buckets = {bucket};
  for (const bool own_documents : {true, false}) {
    std::istringstream lines(write_run_record(
        options, result, {"0.1.0", own_documents ? "" : sha256_hex("session"), own_documents}));
    std::set<std::string> types;
    for (std::string line; std::getline(lines, line);) {
      const JsonReading reading = read_json(line);
      ASSERT_TRUE(reading.value.has_value());
      types.insert(reading.value->find("type")->text());
      expect_fits("run-v1", *reading.value);
    }
    EXPECT_EQ(types, (std::set<std::string>{"header", "block", "bucket", "totals"}));
    result.error = Error{ErrorCode::kSubject, "what", "where", "remedy"};
  }
}

Value parsed(std::string_view line) {
  JsonReading reading = read_json(line.substr(0, line.find('\n')));
  EXPECT_TRUE(reading.value.has_value()) << line;
  return reading.value.value_or(Value());
}

TEST(Schemas, FitWhatASubjectIsAsked) {
  expect_fits("subject-v1", parsed(hello_line()));
  const Value document = to_value(good_manifest());
  Question question;
  question.id = "17";
  question.step = "pair";
  question.policy = "exact";
  question.before = {.form = SubjectDocument::Form::kValue, .value = &document, .text = {}};
  expect_fits("subject-v1", parsed(question_line(question)));
  question.after = {.form = SubjectDocument::Form::kText, .value = nullptr, .text = "\xFF"};
  expect_fits("subject-v1", parsed(question_line(question)), {"raw"});
}

// read_hello and read_answer are the readers; unknown members are passed over by both.
TEST(Schemas, JudgeASubjectsAnswersAsTheirReadersDo) {
  const JsonSchema schema(schema_json("subject-v1"));
  const std::vector<std::pair<const char*, bool>> hellos = {
      {R"({"type":"hello","protocol":1,"name":"a","schemas":["s"],"policies":["exact"]})", true},
      {R"({"type":"hello","protocol":1,"name":"a","version":"2","schemas":["s"],"policies":["e"],)"
       R"("evidence":["masks"],"reasons":{"A":"b"},"more":[1]})",
       true},
      {R"({"type":"hello","protocol":1,"name":"","schemas":["s"],"policies":["exact"]})", false},
      {R"({"type":"hello","protocol":2,"name":"a","schemas":["s"],"policies":["exact"]})", false},
      {R"({"type":"hello","protocol":1,"name":"a","schemas":[],"policies":["exact"]})", false},
      {R"({"type":"hello","protocol":1,"name":"a","schemas":["s"],"policies":[1]})", false},
      {R"({"type":"hello","protocol":1,"name":"a","schemas":["s"],"policies":["e"],"reasons":[]})",
       false}};
  for (const auto& [line, good] : hellos) {
    EXPECT_EQ(read_hello(line).hello.has_value(), good) << line;
    EXPECT_EQ(schema.accepts(parsed(line)), good) << line;
  }
  const std::vector<std::pair<const char*, bool>> answers = {
      {R"({"id":"1","verdict":"accept","reasons":[]})", true},
      {R"({"id":"1","verdict":"accept","note":"fine"})", true},
      {R"({"id":"1","verdict":"reject","reasons":["a","b"],"error":null})", true},
      {R"({"id":"1","verdict":"reject","reasons":null})", true},
      {R"({"id":"1","error":"cannot say"})", true},
      {R"({"id":"1","verdict":"accept","reasons":["a"]})", false},
      {R"({"id":"1","verdict":"maybe"})", false},
      {R"({"id":1,"verdict":"accept"})", false},
      {R"({"verdict":"accept"})", false},
      {R"({"id":"1","verdict":"reject","reasons":[1]})", false},
      {R"({"id":"1","verdict":"reject","error":"both"})", false},
      {R"({"id":"1","error":7})", false},
      {R"({"id":"1"})", false}};
  for (const auto& [line, good] : answers) {
    EXPECT_EQ(read_answer(line, "1").kind != AnswerKind::kMalformed, good) << line;
    EXPECT_EQ(schema.accepts(parsed(line)), good) << line;
  }
}

TEST(Schemas, FitTheOtherDocuments) {
  const std::string digest = "d1:sha256:" + std::string(64, '4');
  expect_fits("decision-approval-v1", Value::object({{"schema", "decision-approval/v1"},
                                                     {"name", "scope"},
                                                     {"from", digest},
                                                     {"to", digest},
                                                     {"approver", "The owner"},
                                                     {"authorityId", "ok-4"},
                                                     {"at", "2026-03-05T12:00:00Z"}}));
  expect_fits("decision-snapshot-v1",
              Value::object(
                  {{"schema", "decision-snapshot/v1"},
                   {"boundaryId", "b-1"},
                   {"side", "before"},
                   {"takenAt", "2026-03-05T12:00:00Z"},
                   {"decisions",
                    Value::object({{"scope", Value::object({{"digest", digest},
                                                            {"observedAt", "2026-03-05T12:00:00Z"},
                                                            {"source", "file"}})}})}}));
  Value decisions = Value::object();
  for (const char* name : {"scope", "target", "acceptance-test"}) {
    decisions.add(
        name, Value::object(
                  {{"role", "what may be touched"},
                   {"required", true},
                   {"keyed", false},
                   {"observe", Value::object({{"file", "plan.json"}, {"pointer", "/scope"}})}}));
  }
  decisions.find("target")->set("observe",
                                Value::object({{"command", Value::array({"git", "branch"})}}));
  Value contract =
      Value::object({{"schema", "decision-contract/v1"},
                     {"decisions", decisions},
                     {"window_s", 60},
                     {"consequential",
                      Value::array({Value::object({{"tool", "Bash"}, {"pattern", "git push"}})})}});
  expect_fits("decision-contract-v1", contract);
  contract.find("decisions")->erase("scope");
  EXPECT_FALSE(JsonSchema(schema_json("decision-contract-v1")).accepts(contract)) << "too few";
  expect_fits("strategy-v1",
              Value::object({{"schema", "strategy/v1"},
                             {"name", "rollback_gone"},
                             {"summary", "The way back is gone."},
                             {"kind", "compaction"},
                             {"codes", Value::array({"rollback_changed"})},
                             {"edits", to_value(EditScript{replace_at("/rollback", "Restore."),
                                                           remove_at("/prohibitions/0")})}}),
              {"kind"});
  expect_fits("entries-v1",
              Value::object({{"entryId", "e-1"},
                             {"seq", 1},
                             {"author", "tool"},
                             {"kind", "result"},
                             {"text", ""},
                             {"callId", "c-1"},
                             {"boundary", 2}}),
              {"callId", "boundary"});
  const Value items =
      Value::array({Value::object({{"entryId", "e-1"}, {"reason", "beyond_the_window"}})});
  expect_fits(
      "compaction-audit-v1",
      Value::object(
          {{"schema", "compaction-audit/v1"},
           {"boundary", 1},
           {"source", Value::object({{"format", "claude-code"},
                                     {"sha256", std::string(64, '1')},
                                     {"size_bytes", 812}})},
           {"taken_in",
            Value::object({{"entries", 9}, {"size_bytes", 700}, {"from_seq", 1}, {"to_seq", 9}})},
           {"kept", items},
           {"folded", items},
           {"dropped", Value::array()},
           {"came_out",
            Value::object({{"entries", 2}, {"size_bytes", 90}, {"summary_sha256", Value()}})}}));
}

}  // namespace
}  // namespace holdfast
