#include "harness/compact_pipeline.h"

#include <gtest/gtest.h>

#include "core/json.h"
#include "core/manifest_test.h"
#include "core/sha256.h"
#include "core/store_test.h"
#include "harness/schema_test.h"

namespace holdfast {
namespace {

CompactionInput input() {
  CompactionInput input;
  input.source =
      R"({"entryId":"u-1","seq":1,"author":"user","kind":"prompt","text":"Draw the map. Do not publish depths."})"
      "\n"
      R"({"entryId":"a-1","seq":2,"author":"assistant","kind":"text","text":"Beginning with the quay wall."})"
      "\n";
  input.session = *read_session_bytes(input.source, "entries");
  return input;
}

Result<CompactAnswer> careful(const CompactorQuestion& question) {
  return CompactAnswer{"Draw the map. Do not publish depths.", question.manifest, ""};
}
Result<CompactAnswer> lossy(const CompactorQuestion& question) {
  CompactAnswer answer{"So far.", question.manifest, ""};
  answer.manifest.set("prohibitions", Value::array());
  return answer;
}

JudgedCompaction judged(const CompactionInput& in, const RecordBefore& before,
                        const AskCompactor& ask) {
  return *compact_and_judge(in, before, ask);
}

class CompactPipeline : public ::testing::Test {
 protected:
  PromotionPlan plan(const std::string& id) const {
    return {*store_.current().value, id, kStoreTime, 0};
  }
  RecordBefore first() const { return *record_before(input(), {}).value; }
  void SetUp() override { ASSERT_TRUE(store_.init()); }

  MemoryScratch scratch_;
  std::unique_ptr<FileSystem> disk_ = store_disk(scratch_.folder());
  mutable Store store_{*disk_, "test"};
};

TEST_F(CompactPipeline, PromotesWhatCarriesEverything) {
  const JudgedCompaction good = judged(input(), first(), careful);
  EXPECT_TRUE(good.verdict.ok());
  EXPECT_EQ(promote_or_keep(store_, good, plan("p-1")).answer, PromotionAnswer::kPromoted);
  EXPECT_EQ(store_.current().value->record.candidate_sha256, sha256_hex(good.candidate));
}

TEST_F(CompactPipeline, KeepsARefusedCandidateAndTheOldGeneration) {
  const CurrentPointer old = store_.current().value->pointer;
  const JudgedCompaction bad = judged(input(), first(), lossy);
  EXPECT_EQ(bad.verdict.findings.at(0).code, "prohibitions_dropped");
  EXPECT_EQ(promote_or_keep(store_, bad, plan("p-1")).answer, PromotionAnswer::kRejected);
  EXPECT_EQ(store_.current().value->pointer, old);
  EXPECT_EQ(*store_.rejected().value, std::vector<std::string>{sha256_hex(bad.candidate)});
}

TEST_F(CompactPipeline, AnswersAConflictWhereAnotherWasPromotedAfterJudging) {
  const JudgedCompaction good = judged(input(), first(), careful);
  const PromotionPlan late = plan("p-late");
  CompactionInput other = input();
  other.source += "\n";
  ASSERT_EQ(promote_or_keep(store_, judged(other, first(), careful), plan("p-1")).answer,
            PromotionAnswer::kPromoted);
  const CurrentPointer now = store_.current().value->pointer;
  const PromotionResult result = promote_or_keep(store_, good, late);
  EXPECT_EQ(result.answer, PromotionAnswer::kConflict);
  EXPECT_EQ(result.fault.code, "promotion_conflict");
  EXPECT_EQ(store_.current().value->pointer, now);
  EXPECT_TRUE(store_.candidate(sha256_hex(good.candidate))) << "it is kept";
  EXPECT_TRUE(store_.rejected().value->empty());
}

TEST_F(CompactPipeline, GoesOnFromTheCurrentManifestAsALink) {
  CompactionInput in = input();
  Manifest origin = good_manifest_v2();
  origin.lineage = {0, {}, std::string(64, '7'), std::nullopt, std::nullopt};
  in.before = write_pretty_json(to_value(origin));
  const JudgedCompaction one = judged(in, *record_before(in, {}).value, careful);
  ASSERT_TRUE(one.verdict.ok()) << to_text(one.verdict);
  in.before.reset();
  const auto before = record_before(in, one.candidate);
  ASSERT_TRUE(before && before.value->is_current);
  const JudgedCompaction two = judged(in, *before.value, careful);
  EXPECT_TRUE(two.verdict.ok()) << to_text(two.verdict);
  EXPECT_EQ(two.after.manifest->lineage.generation, 1);
  EXPECT_EQ(two.after.manifest->lineage.source_sha256, sha256_hex(in.source));
}

TEST_F(CompactPipeline, RefusesAnotherRecordThanTheCurrentOne) {
  CompactionInput in = input();
  in.before = "{}";
  EXPECT_EQ(record_before(in, "{ }").fault.code, "promotion_conflict");
}

TEST_F(CompactPipeline, WritesAnAuditThatFitsItsSchemaAndHoldsNoText) {
  const JudgedCompaction good = judged(input(), first(), careful);
  const JsonSchema schema(schema_json("compaction-audit-v1"));
  ASSERT_EQ(schema.fault(), "");
  EXPECT_TRUE(schema.accepts(good.audit)) << write_pretty_json(good.audit);
  EXPECT_EQ(good.audit.find("kept")->size() + good.audit.find("folded")->size() +
                good.audit.find("dropped")->size(),
            2U);
  EXPECT_EQ(write_compact_json(good.audit).find("depths"), std::string::npos);
}

TEST(CompactorLine, CarriesTheManifestAndSeesANameTwice) {
  CompactorQuestion question;
  question.request.id = "compact-1";
  question.manifest = Value::object({{"taskId", "t"}});
  const auto read = read_json(compactor_line(question));
  ASSERT_TRUE(read.value);
  EXPECT_EQ(resolve_pointer(*read.value, "/context/manifest/taskId")->text(), "t");
  EXPECT_NE(duplicate_fault(R"({"manifest":{"a":1,"\u0061":2}})"), "");
  EXPECT_EQ(duplicate_fault(R"({"a":{"b":1.5},"c":{"b":2}})"), "");
}

}  // namespace
}  // namespace holdfast
