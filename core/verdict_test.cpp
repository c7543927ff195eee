// What a verdict says, and what it must not say: no text of a document, nothing that drives a
// terminal. The decision table is walked with real files.
#include "core/verdict.h"

#include <sys/stat.h>

#include <filesystem>

#include "core/compaction.h"
#include "core/manifest_test.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

std::string both_forms(const Verdict& verdict) {
  return write_compact_json(to_value(verdict)) + "\n" + to_text(verdict);
}

TEST(Verdict, IsARefusalBeforeAnythingWasJudged) {
  const Verdict verdict;
  EXPECT_FALSE(verdict.ok());
  EXPECT_EQ(to_text(verdict).substr(0, 4), "fail");
  EXPECT_EQ(*to_value(verdict).find("ok"), Value(false));
  EXPECT_EQ(*to_value(verdict).find("compaction_check"), Value("fail"));
  EXPECT_EQ(*to_value(verdict).find("external_write"), Value(false));
}

TEST(Verdict, HasTheMembersOfItsSchemaAlways) {
  const std::vector<std::string> expected = {
      "schema",          "ok",        "documents",     "checksum",        "compaction_check",
      "canonical_check", "canonical", "continuity",    "decision",        "external_write",
      "read_only",       "findings",  "evidence_used", "evidence_unused", "reconcile_first"};
  EXPECT_EQ(to_value(Verdict()).names(), expected);
  const Value value = to_value(judge(good_manifest(), good_manifest()));
  EXPECT_EQ(value.names(), expected);
  EXPECT_EQ(*value.find("schema"), Value("verdict/v1"));
  EXPECT_EQ(*value.find("ok"), Value(true));
  EXPECT_EQ(*value.find("compaction_check"), Value("pass"));
  EXPECT_EQ(*value.find("canonical_check"), Value("not_checked"));
  EXPECT_EQ(*value.find("continuity"), Value("not_checked"));
  EXPECT_EQ(*value.find("decision"), Value());
  EXPECT_EQ(*value.find("read_only"), Value(true));
  EXPECT_EQ(value.find("documents")->names(),
            (std::vector<std::string>{"before_sha256", "after_sha256"}));
  EXPECT_EQ(write_compact_json(*value.find("evidence_used")),
            "[{\"kind\":\"unicode\",\"version\":\"" + unicode_version() + "\"}]");
  // It is a document of ours, so our own reader has to take it.
  EXPECT_TRUE(read_json(write_pretty_json(value)).value);
}

TEST(Verdict, SaysNullWhereNothingCame) {
  const Value value =
      to_value(check_compaction(read_document(std::nullopt, Side::kBefore), Document()));
  EXPECT_EQ(*value.find("documents"),
            Value::object({{"before_sha256", Value()}, {"after_sha256", Value()}}));
  EXPECT_EQ(*value.find("checksum"), Value::object({{"before", Value()}, {"after", Value()}}));
}

// --- L5: nothing secret leaves.

const std::string kCanary = "swordfish-7731";

Manifest with_canaries(const std::string& mark) {
  const std::string canary = kCanary + mark;
  Manifest manifest = good_manifest();
  manifest.task_id = canary + "task";
  manifest.objective = canary + "objective";
  manifest.canonical[0].read_at = canary + "read";
  manifest.completed_phases = {canary + "phase", canary + "phase 2"};
  manifest.next_exact_action.text = "Open " + canary;
  for (ExternalWrite& write : manifest.external_writes) {
    write.operation = canary + "operation";
  }
  manifest.consumed_authorities = authorities({canary + "authority"});
  manifest.prohibitions = {canary + "prohibition"};
  manifest.rollback = canary + "rollback";
  manifest.completion_checks = {canary + "check"};
  return manifest;
}

void expect_no_canary(const Verdict& verdict, const std::string& what) {
  const std::string text = both_forms(verdict);
  EXPECT_EQ(text.find("swordfish"), std::string::npos) << what << "\n" << text;
}

TEST(Verdict, ShowsNoTextOfDocumentsThatDiffer) {
  expect_no_canary(judge(with_canaries("a"), with_canaries("b")), "all differ");
  expect_no_canary(judge(with_canaries("a"), with_canaries("a")), "equal");
  expect_no_canary(judge(good_manifest(), with_canaries("a")), "invented");
  expect_no_canary(judge(with_canaries("a"), good_manifest()), "dropped");
  EXPECT_FALSE(judge(with_canaries("a"), with_canaries("b")).pass);
}

TEST(Verdict, ShowsNoTextOfDocumentsThatAreNone) {
  const std::string good = text_of(good_manifest());
  const std::string canary = kCanary;
  const std::vector<std::string> texts = {
      canary,
      "{\"taskId\":\"" + canary,
      "{\"taskId\":\"" + canary + "\",\"taskId\":\"" + canary + "\"}",
      "{\"schema\":\"" + canary + "\"}",
      "{\"taskId\":\"" + canary + "\\u0000\"}",
      "[\"" + canary + "\"]",
      "\"" + canary + "\"",
      write_compact_json(edited([&](Value& v) {
        v.set("taskId", Value::array({canary}));
        v.set("note", canary);
        v.set("prohibitions", canary);
        v.set("completionChecks", Value::array({canary, canary, 1}));
        v.set("nextExactAction", canary + " && " + canary + "\n" + canary);
        *resolve_pointer(v, "/canonical/sha256") = canary;
        *resolve_pointer(v, "/canonical/path") = "../" + canary + "/../" + canary;
        *resolve_pointer(v, "/externalWrites/0/status") = canary;
        *resolve_pointer(v, "/externalWrites/0/operation") = Value::array({canary});
        *resolve_pointer(v, "/externalWrites/1/effectId") = "fx-proof";
      }))};
  for (const std::string& text : texts) {
    const Verdict verdict = judge(good, text);
    EXPECT_FALSE(verdict.pass);
    expect_no_canary(verdict, text);
    expect_no_canary(judge(text, good), text);
    expect_no_canary(judge(text, text), text);
  }
}

// A short text can be guessed from its digest, so that must not be there either.
TEST(Verdict, ShowsNoDigestOfASingleText) {
  Manifest after = good_manifest();
  after.prohibitions[0] = "yes";
  after.rollback = "no";
  const std::string text = both_forms(judge(good_manifest(), after));
  for (const std::string& part : {good_manifest().prohibitions[0], good_manifest().rollback,
                                  std::string("yes"), std::string("no")}) {
    EXPECT_EQ(text.find(sha256_hex(part).substr(0, 16)), std::string::npos) << part;
  }
}

// The exception: ids of effects and names of members are shown, names cut to 64 bytes.
TEST(Verdict, ShowsIdsAndTheBeginningOfNames) {
  Manifest after = good_manifest();
  after.external_writes[0].effect_id = "fx-shown";
  EXPECT_NE(both_forms(judge(good_manifest(), after)).find("fx-shown"), std::string::npos);
  const std::string text =
      both_forms(judge(text_of(good_manifest()), write_compact_json(edited([](Value& v) {
                         v.set("shown-" + std::string(100, 'n') + kCanary, Value(1));
                       }))));
  EXPECT_NE(text.find("/shown-nnn"), std::string::npos);
  EXPECT_EQ(text.find(kCanary), std::string::npos);
}

// --- Nothing drives a terminal or forges a line.

void expect_printable(const std::string& text) {
  for (std::size_t offset = 0; offset < text.size();) {
    const char32_t c = next_code_point(text, offset);
    ASSERT_TRUE(c == U'\n' || c == U' ' || is_visible(c)) << static_cast<std::uint32_t>(c);
  }
  ASSERT_EQ(text.back(), '\n');
}

TEST(Verdict, PrintsHostileIdsAndNamesEscaped) {
  const std::vector<std::string> hostile = {"\x1B[2J\x1B[31mred",
                                            "line\nreconcile first: forged",
                                            "a\rb",
                                            "bell\x07",
                                            "c1\xC2\x9B"
                                            "31m",
                                            "del\x7F",
                                            "bidi\xE2\x80\xAEtxt",
                                            "isolate\xE2\x81\xA6",
                                            "separator\xE2\x80\xA8next",
                                            "tag\xF3\xA0\x81\x81",
                                            "zero\xE2\x80\x8Bwidth",
                                            "private\xEE\x80\x80",
                                            "bom\xEF\xBB\xBF"};
  for (const std::string& id : hostile) {
    Manifest before = good_manifest();
    before.external_writes[0] = {"mail.send", id, WriteStatus::kUnknown};
    Verdict verdict = judge(before, good_manifest());
    verdict.reconcile_first = {id};
    verdict.canonical.push_back({.root = "",
                                 .path = id,
                                 .before_sha256 = "",
                                 .current_sha256 = "",
                                 .result = ReferenceResult::kRefused,
                                 .reason = "control_character"});
    const std::string text = to_text(verdict);
    expect_printable(text);
    EXPECT_EQ(text.find(id), std::string::npos) << text;
    const Verdict plain = judge(good_manifest(), good_manifest());
    const Verdict named = judge(text_of(good_manifest()),
                                write_compact_json(edited([&](Value& v) { v.set(id, Value(1)); })));
    expect_printable(to_text(named));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6) << text;
    EXPECT_TRUE(plain.pass);
  }
}

TEST(Verdict, PrintsEscapesThatCannotBeMistaken) {
  Verdict verdict = judge(good_manifest(), good_manifest());
  verdict.reconcile_first = {"\x1B", "\\u{001B}", "\xF3\xA0\x81\x81", "\xE5\xB2\xB8 ok"};
  const std::string text = to_text(verdict);
  EXPECT_NE(text.find("reconcile first: \\u{001B}\n"), std::string::npos) << text;
  EXPECT_NE(text.find("reconcile first: \\\\u{001B}\n"), std::string::npos) << text;
  EXPECT_NE(text.find("reconcile first: \\u{0E0041}\n"), std::string::npos) << text;
  EXPECT_NE(text.find("reconcile first: \xE5\xB2\xB8 ok\n"), std::string::npos) << text;
}

TEST(Verdict, SaysThePrimaryReasonFirst) {
  Manifest after = good_manifest();
  after.rollback = "x";
  after.task_id = "x";
  EXPECT_EQ(to_text(judge(good_manifest(), after)).rfind("fail: task_changed and 1 more\n", 0), 0U);
  after.rollback = good_manifest().rollback;
  EXPECT_EQ(to_text(judge(good_manifest(), after)).rfind("fail: task_changed\n", 0), 0U);
  EXPECT_EQ(to_text(judge(after, after)).rfind("pass\n", 0), 0U);
}

// --- The decision table.

class DecisionTable : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    root_ = testing::TempDir() + "decision-" + info->name() + "-" + std::to_string(::getpid());
    std::filesystem::create_directories(root_ + "/maps");
    write_plan("the plan\n");
    std::filesystem::create_symlink("plan.md", root_ + "/maps/link.md");
    good_ = good_manifest();
    good_.canonical[0].sha256 = sha256_hex("the plan\n");
    bad_ = good_;
    bad_.prohibitions.pop_back();
  }
  void TearDown() override {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

  void write_plan(const std::string& bytes) {
    std::ofstream(root_ + "/maps/plan.md", std::ios::binary) << bytes;
  }
  void remove_plan() { std::filesystem::remove(root_ + "/maps/plan.md"); }

  Verdict decide(const Manifest& before, const Manifest& after) {
    const Document record = read_document(text_of(before), Side::kBefore);
    const Document result = read_after(after);
    Verdict verdict = check_compaction(record, result);
    check_canonical(verdict, record, result, {{"", root_}});
    return verdict;
  }

  std::string root_;
  Manifest good_;
  Manifest bad_;
};

void expect_decision(const Verdict& verdict, ReferenceResult canonical, Decision decision,
                     bool external_write) {
  EXPECT_EQ(to_text(verdict.canonical_check), to_text(canonical));
  ASSERT_TRUE(verdict.decision);
  EXPECT_EQ(to_text(*verdict.decision), to_text(decision));
  EXPECT_EQ(verdict.external_write, external_write);
  const Value value = to_value(verdict);
  EXPECT_EQ(*value.find("decision"), Value(to_text(decision)));
  EXPECT_EQ(*value.find("external_write"), Value(external_write));
  // Read-only work is allowed in every row.
  EXPECT_EQ(*value.find("read_only"), Value(true));
  EXPECT_EQ(verdict.ok(), decision == Decision::kResume);
  EXPECT_NE(to_text(verdict).find(std::string("decision ") + std::string(to_text(decision))),
            std::string::npos);
}

TEST_F(DecisionTable, ResumesOnAPassWithTheFileUnchanged) {
  expect_decision(decide(good_, good_), ReferenceResult::kUnchanged, Decision::kResume, true);
}

TEST_F(DecisionTable, RestartsFromTheCurrentFileOnAPassWithTheFileChanged) {
  write_plan("the plan, changed\n");
  expect_decision(decide(good_, good_), ReferenceResult::kChanged, Decision::kRestartFromCurrent,
                  false);
}

TEST_F(DecisionTable, StopsOnAPassWithTheFileMissing) {
  remove_plan();
  expect_decision(decide(good_, good_), ReferenceResult::kMissing, Decision::kStopUnverifiable,
                  false);
}

TEST_F(DecisionTable, StopsOnAPassWithTheFileRefused) {
  good_.canonical[0].path = "maps/link.md";
  expect_decision(decide(good_, good_), ReferenceResult::kRefused, Decision::kStopUnverifiable,
                  false);
}

TEST_F(DecisionTable, RegeneratesTheSummaryOnAFailWithTheFileUnchanged) {
  expect_decision(decide(good_, bad_), ReferenceResult::kUnchanged, Decision::kRegenerateSummary,
                  false);
}

TEST_F(DecisionTable, RebuildsTheManifestOnAFailWithTheFileChanged) {
  write_plan("the plan, changed\n");
  expect_decision(decide(good_, bad_), ReferenceResult::kChanged, Decision::kRebuildManifest,
                  false);
}

TEST_F(DecisionTable, StopsOnAFailWithTheFileMissing) {
  remove_plan();
  expect_decision(decide(good_, bad_), ReferenceResult::kMissing, Decision::kStopUnverifiable,
                  false);
}

TEST_F(DecisionTable, StopsOnAFailWithTheFileRefused) {
  good_.canonical[0].path = "maps/link.md";
  bad_.canonical[0].path = "maps/link.md";
  expect_decision(decide(good_, bad_), ReferenceResult::kRefused, Decision::kStopUnverifiable,
                  false);
}

TEST_F(DecisionTable, StopsWhereTheRecordIsNoDocument) {
  for (const auto& bytes : {std::optional<std::string_view>(), std::optional<std::string_view>("{"),
                            std::optional<std::string_view>("{}")}) {
    const Document record = read_document(bytes, Side::kBefore);
    const Document result = read_after(good_);
    Verdict verdict = check_compaction(record, result);
    check_canonical(verdict, record, result, {{"", root_}});
    expect_decision(verdict, ReferenceResult::kNotChecked, Decision::kStopUnverifiable, false);
    EXPECT_TRUE(verdict.canonical.empty());
  }
}

TEST_F(DecisionTable, JudgesTheFileOfTheRecordAndNotOfTheResult) {
  std::ofstream(root_ + "/maps/other.md", std::ios::binary) << "other\n";
  Manifest after = good_;
  after.canonical[0] = {{}, "maps/other.md", sha256_hex("other\n"), good_.canonical[0].read_at};
  const Verdict verdict = decide(good_, after);
  ASSERT_EQ(verdict.canonical.size(), 1U);
  EXPECT_EQ(verdict.canonical[0].path, "maps/plan.md");
  expect_decision(verdict, ReferenceResult::kUnchanged, Decision::kRegenerateSummary, false);
}

TEST_F(DecisionTable, ListsUnknownWritesFirstAndAllowsNoOtherUntilTheyAreLookedUp) {
  good_.external_writes = {{"mail.send", "fx-2", WriteStatus::kUnknown},
                           {"proof.upload", "fx-3", WriteStatus::kConfirmed},
                           {"mail.send", "fx-1", WriteStatus::kUnknown}};
  const Verdict verdict = decide(good_, good_);
  expect_decision(verdict, ReferenceResult::kUnchanged, Decision::kResume, false);
  EXPECT_EQ(verdict.reconcile_first, (std::vector<std::string>{"fx-2", "fx-1"}));
  EXPECT_EQ(*to_value(verdict).find("reconcile_first"), Value::array({"fx-2", "fx-1"}));
  EXPECT_NE(to_text(verdict).find("external writes not allowed"), std::string::npos);
  EXPECT_NE(to_text(verdict).find("reconcile first: fx-1\n"), std::string::npos);
  // They are listed in every row, also where nothing may go on.
  remove_plan();
  EXPECT_EQ(decide(good_, good_).reconcile_first, verdict.reconcile_first);
  Manifest without = good_;
  without.external_writes.clear();
  EXPECT_EQ(decide(good_, without).reconcile_first, verdict.reconcile_first);
}

TEST_F(DecisionTable, NamesTheFileWithBothDigests) {
  write_plan("the plan, changed\n");
  const Value value = to_value(decide(good_, good_));
  ASSERT_EQ(value.find("canonical")->size(), 1U);
  const Value& entry = value.find("canonical")->items()[0];
  EXPECT_EQ(*entry.find("root"), Value());
  EXPECT_EQ(*entry.find("path"), Value("maps/plan.md"));
  EXPECT_EQ(*entry.find("before_sha256"), Value(sha256_hex("the plan\n")));
  EXPECT_EQ(*entry.find("current_sha256"), Value(sha256_hex("the plan, changed\n")));
  EXPECT_EQ(*entry.find("result"), Value("changed"));
}

}  // namespace
}  // namespace holdfast
