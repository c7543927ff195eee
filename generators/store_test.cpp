// What the store answers, and what it makes of a folder that was tampered with. On a disk in
// memory; core/store_file_system_test.cpp has the real one.
#include <gtest/gtest.h>

#include "core/sha256.h"
#include "core/store.h"
#include "generators/recording_file_system.h"

namespace holdfast {
namespace {

constexpr const char* kTime = "2026-05-04T08:00:00Z";
const std::string kSource(64, '5');

Value verdict(const std::string& before, const std::string& after, bool passes = true) {
  return Value::object(
      {{"schema", "verdict/v1"},
       {"ok", passes},
       {"documents", Value::object({{"before_sha256", before}, {"after_sha256", after}})},
       {"compaction_check", passes ? "pass" : "fail"}});
}

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override { now_ = *store_.init().value; }

  std::string proposed(const std::string& bytes) { return *store_.propose(bytes).value; }
  std::string judged(const std::string& bytes, bool passes = true) {
    const std::string candidate = proposed(bytes);
    EXPECT_EQ(
        store_.judge(candidate, kSource, verdict(now_.record.candidate_sha256, candidate, passes))
            .value,
        passes);
    return candidate;
  }
  PromotionResult promote(const std::string& candidate, const std::string& id) {
    PromotionResult result =
        store_.promote({candidate, now_.pointer.generation, now_.pointer.record_sha256, id, kTime});
    if (result.answer == PromotionAnswer::kPromoted) {
      now_ = *result.current;
    }
    return result;
  }

  RecordingFileSystem disk_;
  Store store_{disk_, "test"};
  CurrentGeneration now_;
};

TEST_F(StoreTest, BeginsWithAGenerationThatHoldsNothing) {
  EXPECT_EQ(now_.pointer.generation, 0);
  EXPECT_EQ(store_.init().value->pointer, now_.pointer);
  EXPECT_EQ(store_.verify().value->size(), 0U);
}

TEST_F(StoreTest, PromotesWhatPassedAndKeepsTheHistory) {
  const std::string first = judged("first");
  ASSERT_EQ(promote(first, "p-1").answer, PromotionAnswer::kPromoted);
  const std::string second = judged("second");
  ASSERT_EQ(promote(second, "p-2").answer, PromotionAnswer::kPromoted);
  const auto history = store_.history();
  ASSERT_EQ(history.value->size(), 3U);
  EXPECT_EQ(history.value->at(0).candidate_sha256, second);
  EXPECT_EQ(history.value->at(1).candidate_sha256, first);
  EXPECT_EQ(*store_.candidate(first).value, "first");
  EXPECT_EQ(store_.look_up("p-2").value, LookUp::kCurrent);
  EXPECT_EQ(store_.look_up("p-1").value, LookUp::kSuperseded);
  EXPECT_EQ(store_.look_up("p-3").value, LookUp::kAbsent);
  EXPECT_EQ(store_.verify().value->size(), 0U);
}

TEST_F(StoreTest, RefusesAnOldExpectationAlsoWhereTheSameBytesAreCurrentAgain) {
  const CurrentGeneration start = now_;
  const std::string a = judged("a");
  ASSERT_EQ(promote(a, "p-1").answer, PromotionAnswer::kPromoted);
  const CurrentGeneration with_a = now_;
  const std::string b = judged("b");
  ASSERT_EQ(promote(b, "p-2").answer, PromotionAnswer::kPromoted);
  ASSERT_TRUE(store_.judge(a, kSource, verdict(b, a)));
  ASSERT_EQ(promote(a, "p-3").answer, PromotionAnswer::kPromoted);
  const std::string c = judged("c");
  for (const CurrentGeneration& old : {start, with_a}) {
    const PromotionResult result =
        store_.promote({c, old.pointer.generation, old.pointer.record_sha256, "p-4", kTime});
    EXPECT_EQ(result.answer, PromotionAnswer::kConflict);
    EXPECT_EQ(result.fault.code, "promotion_conflict");
    EXPECT_EQ(result.current->pointer, now_.pointer);
  }
  // The right number with another record, too.
  EXPECT_EQ(store_.promote({c, now_.pointer.generation, std::string(64, '0'), "p-4", kTime}).answer,
            PromotionAnswer::kConflict);
  EXPECT_EQ(*store_.candidate(c).value, "c");
}

TEST_F(StoreTest, AsksForAPassOverExactlyTheseBytesAndThisRecord) {
  const std::string first = judged("first");
  const std::string other = proposed("other");
  EXPECT_EQ(promote(other, "p-1").fault.code, "verdict_missing");
  // Over other bytes it is no pass, and rejects.
  EXPECT_EQ(store_.judge(other, kSource, verdict("", first)).value, false);
  EXPECT_EQ(promote(other, "p-1").answer, PromotionAnswer::kRejected);
  EXPECT_EQ(store_.rejected().value->size(), 1U);
  // A pass against a record that is current no more.
  const std::string late = judged("late");
  ASSERT_EQ(promote(first, "p-2").answer, PromotionAnswer::kPromoted);
  EXPECT_EQ(promote(late, "p-3").fault.code, "verdict_missing");
  // A pass over another before than what is current.
  EXPECT_EQ(store_.judge(late, kSource, verdict(std::string(64, '1'), late)).fault.code,
            "verdict_missing");
  EXPECT_EQ(store_.judge(late, kSource, verdict(first, late)).value, true);
  EXPECT_EQ(promote(late, "p-3").answer, PromotionAnswer::kPromoted);
}

TEST_F(StoreTest, NeverPromotesWhatWasRejected) {
  const std::string bad = judged("bad", false);
  EXPECT_EQ(promote(bad, "p-1").answer, PromotionAnswer::kRejected);
  ASSERT_EQ(promote(judged("good"), "p-2").answer, PromotionAnswer::kPromoted);
  ASSERT_TRUE(store_.judge(bad, kSource, verdict(now_.record.candidate_sha256, bad)));
  EXPECT_EQ(promote(bad, "p-3").answer, PromotionAnswer::kRejected);
  EXPECT_EQ(*store_.candidate(bad).value, "bad");
  EXPECT_EQ(*store_.rejected().value, std::vector<std::string>{bad});
}

TEST_F(StoreTest, RefusesACandidateThatChangedSinceItWasJudged) {
  const std::string candidate = judged("what was judged");
  disk_.put("candidates/" + candidate, "what is promoted");
  const PromotionResult result = promote(candidate, "p-1");
  EXPECT_EQ(result.answer, PromotionAnswer::kRejected);
  EXPECT_EQ(result.fault.code, "candidate_changed");
  disk_.erase("candidates/" + candidate);
  EXPECT_EQ(promote(candidate, "p-1").fault.code, "candidate_changed");
}

TEST_F(StoreTest, TakesNothingElseForCurrent) {
  ASSERT_EQ(promote(judged("first"), "p-1").answer, PromotionAnswer::kPromoted);
  ASSERT_EQ(promote(judged("second"), "p-2").answer, PromotionAnswer::kPromoted);
  const std::string whole = *disk_.bytes_of("CURRENT");
  std::string other_digest = whole;
  other_digest[whole.find("recordSha256") + 20] ^= 1;
  for (const std::string& bytes :
       {std::string(), whole.substr(0, whole.size() - 1), whole.substr(0, 30),
        std::string(whole.size(), '\0'), whole + "\n", " " + whole, other_digest,
        bytes_of(CurrentPointer{1, now_.record.parent_record_sha256, std::nullopt}) + "x"}) {
    disk_.put("CURRENT", bytes);
    EXPECT_EQ(store_.current().fault.code, "store_corrupt") << bytes;
    EXPECT_EQ(store_.recover().fault.code, "store_corrupt");
    EXPECT_EQ(promote(proposed("third"), "p-3").answer, PromotionAnswer::kNotSwitched);
    EXPECT_EQ(*disk_.bytes_of("CURRENT"), bytes);
  }
  disk_.erase("CURRENT");
  EXPECT_EQ(store_.current().fault.code, "store_corrupt");
}

// A link, a FIFO, a folder, another owner, a file that others may write: each in place of each
// file.
TEST_F(StoreTest, RefusesWhatIsNoFileOfItsOwn) {
  const std::string candidate = judged("first");
  ASSERT_EQ(promote(candidate, "p-1").answer, PromotionAnswer::kPromoted);
  const std::string verdict_path = "verdicts/" + candidate + "." + now_.record.parent_record_sha256;
  struct Lie {
    std::uint64_t links;
    std::uint32_t mode;
    std::uint32_t owner;
    FileKind kind;
  };
  const Lie lies[] = {{2, 0600, 1000, FileKind::kRegular}, {1, 0620, 1000, FileKind::kRegular},
                      {1, 0602, 1000, FileKind::kRegular}, {1, 0600, 1001, FileKind::kRegular},
                      {1, 0600, 1000, FileKind::kOther},   {1, 0700, 1000, FileKind::kDirectory}};
  for (const std::string& path : {std::string("CURRENT"), std::string("generations/1"),
                                  "candidates/" + candidate, verdict_path}) {
    for (const Lie& lie : lies) {
      disk_.change_status(path, lie.links, lie.mode, lie.owner, lie.kind);
      EXPECT_EQ(store_.current().fault.code, "store_corrupt") << path;
      EXPECT_FALSE(store_.recover());
      disk_.change_status(path, 1, 0600, 1000, FileKind::kRegular);
      EXPECT_TRUE(store_.current());
    }
  }
}

TEST_F(StoreTest, ReportsAForeignGenerationAndLeavesItAlone) {
  ASSERT_EQ(promote(judged("first"), "p-1").answer, PromotionAnswer::kPromoted);
  GenerationRecord foreign = now_.record;
  foreign.generation = 2;
  foreign.promotion_id = "p-foreign";
  const std::string right_parent = [&] {
    GenerationRecord record = foreign;
    record.parent_record_sha256 = now_.pointer.record_sha256;
    return bytes_of(record);
  }();
  for (const std::string& bytes :
       {std::string(), std::string("{}\n"), bytes_of(foreign), right_parent}) {
    disk_.put("generations/2", bytes);
    EXPECT_EQ(store_.recover().fault.code, "store_corrupt") << bytes;
    EXPECT_EQ(store_.current().value->pointer, now_.pointer);
    EXPECT_FALSE(store_.verify().value->empty());
    EXPECT_EQ(*disk_.bytes_of("generations/2"), bytes);
  }
  disk_.erase("generations/2");
  disk_.put("generations/7", right_parent);
  EXPECT_FALSE(store_.verify().value->empty());
}

TEST_F(StoreTest, RefusesBadInput) {
  EXPECT_EQ(store_.propose("").fault.code, "bad_input");
  EXPECT_EQ(store_.judge("x", kSource, Value::object()).fault.code, "bad_input");
  EXPECT_EQ(promote("x", "p").fault.code, "bad_input");
  EXPECT_EQ(promote(judged("a"), "").fault.code, "bad_input");
  EXPECT_EQ(store_.candidate("../CURRENT").fault.code, "bad_input");
}

}  // namespace
}  // namespace holdfast
