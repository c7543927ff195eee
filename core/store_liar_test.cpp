// The store in a folder that somebody else worked on: other things in place of every file, bytes
// that changed between judging and promoting, foreign generations, a broken CURRENT. Each has to be
// named and nothing switched; an older generation is never taken instead; what was found is left as
// it was. And when it is put right, so is the store.
//
// A verdict before its promotion and a claim before its switch are named by no digest yet. A change
// that leaves them well-formed records of the same candidate and parent is not seen.
#include "core/store_liar_test.h"

namespace holdfast {
namespace {

// Behind the current generation stand four files; none may be another thing, and nothing older is
// taken in its place.
TEST_F(StoreLiar, NamesWhateverStandsInPlaceOfAFileBehindTheCurrentGeneration) {
  fresh(StoreStage::kJudged);
  std::size_t told = 0;
  for (const std::string& file :
       {std::string("CURRENT"), std::string("generations/1"), "candidates/" + scene_.old_candidate,
        verdict_file(scene_.old_candidate, scene_.old.record.parent_record_sha256)}) {
    for (const Lie& lie : lies()) {
      SCOPED_TRACE(file + ": " + lie.name);
      fresh(StoreStage::kJudged);
      const std::string path = store_ + "/" + file;
      lie.tell(path, aside_);
      const std::string before = picture(store_);
      with_store([&](Store& store) {
        EXPECT_EQ(store.current().fault.code, "store_corrupt");
        EXPECT_EQ(store.recover().fault.code, "store_corrupt");
        const PromotionResult result = store.promote(next());
        EXPECT_EQ(result.answer, PromotionAnswer::kNotSwitched);
        EXPECT_EQ(result.fault.code, "store_corrupt");
        const auto faults = store.verify();
        EXPECT_TRUE(faults.value && !faults.value->empty());
        EXPECT_FALSE(store.history());
        EXPECT_EQ(store.init().fault.code, "store_corrupt");
      });
      EXPECT_EQ(picture(store_), before);
      put_right(path);
      expect_order();
      ++told;
    }
  }
  EXPECT_GE(told, 50U);
}

TEST_F(StoreLiar, RefusesACandidateOrAVerdictThatChangedSinceItWasJudged) {
  fresh(StoreStage::kJudged);
  const std::string verdict = verdict_file(scene_.next_candidate, scene_.old.pointer.record_sha256);
  for (const std::string& file : {"candidates/" + scene_.next_candidate, verdict}) {
    for (const Lie& lie : lies()) {
      SCOPED_TRACE(file + ": " + lie.name);
      fresh(StoreStage::kJudged);
      const std::string path = store_ + "/" + file;
      lie.tell(path, aside_);
      const std::string before = picture(store_);
      with_store([&](Store& store) {
        const PromotionResult result = store.promote(next());
        const bool missing_verdict = file == verdict && lie.name == std::string("missing");
        EXPECT_EQ(result.fault.code, file != verdict   ? "candidate_changed"
                                     : missing_verdict ? "verdict_missing"
                                                       : "store_corrupt");
        EXPECT_EQ(result.answer, file == verdict && !missing_verdict ? PromotionAnswer::kNotSwitched
                                                                     : PromotionAnswer::kRejected);
        EXPECT_EQ(store.current().value->pointer, scene_.old.pointer);
      });
      EXPECT_EQ(picture(store_), before);
      put_right(path);
      expect_order();
    }
  }
}

// The bytes change at each call between the last look at the verdict and the switch. Whatever is
// answered, nothing but the judged bytes is ever read as current.
TEST_F(StoreLiar, NeverShowsBytesThatWereNotJudgedWheneverTheyChange) {
  bool called = true;
  std::set<std::string> answers;
  for (std::uint64_t at = 1; called; ++at) {
    fresh(StoreStage::kJudged);
    const std::string path = store_ + "/candidates/" + scene_.next_candidate;
    const auto disk = store_disk(store_);
    HookedFileSystem hooked(*disk);
    called = false;
    hooked.before = [&](DiskCall, std::uint64_t call) {
      if (call == at) {
        called = true;
        put(path, "other bytes altogether");
      }
      return 0;
    };
    Store store(hooked, "test");
    const PromotionResult result = store.promote(next());
    answers.insert(std::string(to_text(result.answer)));
    hooked.before = nullptr;
    const auto now = store.current();
    if (result.answer == PromotionAnswer::kPromoted) {
      EXPECT_TRUE(!called || !now) << "promoted, and " << at;
    } else if (now) {
      EXPECT_EQ(now.value->pointer, scene_.old.pointer) << at;
    } else {
      EXPECT_EQ(now.fault.code, "store_corrupt") << at;
    }
  }
  EXPECT_TRUE(answers.contains("rejected"));
  EXPECT_TRUE(answers.contains("unknown"));
}

// A claimed generation that is no record of this store's: reported, and left as it is.
TEST_F(StoreLiar, LeavesAForeignGenerationAlone) {
  for (const Lie& lie : lies()) {
    if (lie.name == std::string("missing")) {
      continue;  // then nothing was claimed
    }
    SCOPED_TRACE(lie.name);
    fresh(StoreStage::kClaimed);
    lie.tell(store_ + "/generations/2", aside_);
    const std::string before = picture(store_);
    with_store([&](Store& store) {
      EXPECT_EQ(store.recover().fault.code, "store_corrupt");
      EXPECT_EQ(store.promote(next()).answer, PromotionAnswer::kNotSwitched);
      EXPECT_EQ(store.look_up("p-2").fault.code, "store_corrupt");
      EXPECT_EQ(store.current().value->pointer, scene_.old.pointer);
      EXPECT_FALSE(store.verify().value->empty());
    });
    EXPECT_EQ(picture(store_), before);
    put_right(store_ + "/generations/2");
    with_store([&](Store& store) {
      EXPECT_EQ(store.recover().value->record.promotion_id, "p-2");
      EXPECT_TRUE(store.verify().value->empty());
    });
  }
}

// What was refused stays refused: a rejection that is hidden with its whole folder, and one in
// whose place stands anything else.
TEST_F(StoreLiar, PromotesNoRejectedCandidateWhateverBecameOfItsRejection) {
  for (const Lie& lie : lies()) {
    const bool whole_folder = lie.name == std::string("missing");
    SCOPED_TRACE(lie.name);
    fresh(StoreStage::kJudged);
    const std::string path =
        store_ + "/rejected" + (whole_folder ? "" : "/" + scene_.next_candidate);
    if (!whole_folder) {
      put(path, "anything that holds the name");
    }
    lie.tell(path, aside_);
    with_store([&](Store& store) {
      EXPECT_NE(store.promote(next()).answer, PromotionAnswer::kPromoted);
      EXPECT_NE(store.look_up("p-2").value, LookUp::kCurrent);
    });
    EXPECT_EQ(get(store_ + "/CURRENT"), bytes_of(scene_.old.pointer));
  }
}

}  // namespace
}  // namespace holdfast
