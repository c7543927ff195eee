// The store over the real disk when calls fail: each call of each step, with each error, once and
// from then on, instead of the call and after it was made; and writes that write less than they
// were given. Every loop goes on until a run meets no fault, and counts the faults that were met,
// by call.
//
// A process that is interrupted at every call for ever would try for ever, so "from then on" means
// for EINTR that each call is interrupted three times before it goes through.
#include <cstdio>
#include <map>

#include "core/store_test.h"

namespace holdfast {
namespace {

enum class When : std::uint8_t { kOnce, kFromThenOn, kOnceAfterTheCall };

struct Fault {
  int number = 0;
  When when = When::kOnce;
};

class StoreFaultsOnDisk : public ::testing::Test {
 protected:
  // Arms `hooked` so that call `at` fails; counts what was met.
  void arm(HookedFileSystem& hooked, const Fault& fault, std::uint64_t at) {
    met_ = false;
    interrupted_ = 0;
    const auto fail = [this, fault, at](DiskCall call, std::uint64_t number) {
      const bool here = fault.when == When::kFromThenOn ? number >= at : number == at;
      if (!here) {
        return 0;
      }
      constexpr int kInterruptionsInARow = 3;
      if (fault.number == EINTR && fault.when == When::kFromThenOn &&
          interrupted_++ % (kInterruptionsInARow + 1) == kInterruptionsInARow) {
        return 0;
      }
      met_ = true;
      ++met_by_call_[static_cast<std::size_t>(call)];
      return fault.number;
    };
    (fault.when == When::kOnceAfterTheCall ? hooked.after : hooked.before) = fail;
  }

  // Every call of the step fails in its turn.
  void fail_everywhere(const StoreStep& step, const Fault& fault) {
    const StoreScene& scene = templates_.scene(step.stage);
    const std::string folder = scratch_ / "case";
    for (std::uint64_t at = 1; at < 2000; ++at) {
      templates_.copy(step.stage, folder);
      const auto disk = store_disk(folder);
      HookedFileSystem hooked(*disk);
      hooked.syncs = false;
      arm(hooked, fault, at);
      Store store(hooked, "step");
      const bool acknowledged = step.run(store, scene);
      points_ += met_ ? 1 : 0;
      const std::string breach = store_breach(folder, scene, step, acknowledged);
      ASSERT_EQ(breach, "") << step.name << ", errno " << fault.number << " at call " << at;
      if (!met_) {
        EXPECT_TRUE(acknowledged) << step.name << " without any fault";
        return;
      }
    }
    FAIL() << step.name << " never came to an end";
  }

  void fail_everywhere(const Fault& fault) {
    for (const StoreStep& step : store_steps()) {
      fail_everywhere(step, fault);
    }
    std::printf("%zu faults met; by call:", points_);
    for (std::size_t i = 0; i < met_by_call_.size(); ++i) {
      std::printf(" %s %zu", kDiskCallNames[i], met_by_call_[i]);
      EXPECT_GT(met_by_call_[i], 0U) << kDiskCallNames[i] << " never failed";
    }
    std::printf("\n");
    EXPECT_GT(points_, 300U);
  }

  MemoryScratch scratch_;
  StoreTemplates templates_{scratch_.folder()};
  bool met_ = false;
  int interrupted_ = 0;
  std::size_t points_ = 0;
  std::array<std::size_t, kDiskCallNames.size()> met_by_call_ = {};
};

TEST_F(StoreFaultsOnDisk, KeepsItsPromisesWhereverOneCallGivesEio) {
  fail_everywhere({EIO, When::kOnce});
}
TEST_F(StoreFaultsOnDisk, KeepsItsPromisesWhereverEveryCallGivesEioFromThenOn) {
  fail_everywhere({EIO, When::kFromThenOn});
}
TEST_F(StoreFaultsOnDisk, KeepsItsPromisesWhereverACallIsMadeAndSaysEio) {
  fail_everywhere({EIO, When::kOnceAfterTheCall});
}
TEST_F(StoreFaultsOnDisk, KeepsItsPromisesWhereverOneCallGivesEnospc) {
  fail_everywhere({ENOSPC, When::kOnce});
}
TEST_F(StoreFaultsOnDisk, KeepsItsPromisesWhereverEveryCallGivesEnospcFromThenOn) {
  fail_everywhere({ENOSPC, When::kFromThenOn});
}
TEST_F(StoreFaultsOnDisk, KeepsItsPromisesWhereverOneCallGivesEintr) {
  fail_everywhere({EINTR, When::kOnce});
}
TEST_F(StoreFaultsOnDisk, KeepsItsPromisesWhereverEveryCallIsInterruptedFromThenOn) {
  fail_everywhere({EINTR, When::kFromThenOn});
}

// One write is short, or each; what was acknowledged is whole, and every step is acknowledged.
TEST_F(StoreFaultsOnDisk, WritesOnAfterShortWrites) {
  std::size_t shortened = 0;  // in all runs
  for (const bool from_then_on : {false, true}) {
    for (const StoreStep& step : store_steps()) {
      for (std::uint64_t at = 1; at < 2000; ++at) {
        templates_.copy(step.stage, scratch_ / "case");
        const auto disk = store_disk(scratch_ / "case");
        HookedFileSystem hooked(*disk);
        hooked.syncs = false;
        hooked.shorten = [&](std::uint64_t call, std::size_t size_bytes) {
          const bool here = (from_then_on ? call >= at : call == at) && size_bytes > 1;
          shortened += here ? 1 : 0;
          return here ? size_bytes / 2 : size_bytes;
        };
        Store store(hooked, "step");
        const StoreScene& scene = templates_.scene(step.stage);
        const std::size_t shortened_before = shortened;
        ASSERT_TRUE(step.run(store, scene)) << step.name << " short at call " << at;
        if (shortened > shortened_before) {
          ASSERT_EQ(store_breach(scratch_ / "case", scene, step, true), "") << step.name;
        }
        if (from_then_on || at >= hooked.calls()) {
          break;  // from the first write on once a step is enough
        }
      }
    }
  }
  std::printf("%zu short writes\n", shortened);
  EXPECT_GT(shortened, 50U);
}

// What promote() answers is true afterwards, on a store where nothing was claimed and on one where
// this very promotion was: "not_switched" says that nothing will be switched either.
TEST_F(StoreFaultsOnDisk, AnswersOfPromoteStayTrue) {
  std::map<std::string, std::size_t> answers;
  for (const StoreStage stage : {StoreStage::kJudged, StoreStage::kClaimed}) {
    for (const When when : {When::kOnce, When::kFromThenOn, When::kOnceAfterTheCall}) {
      met_ = true;
      for (std::uint64_t at = 1; met_; ++at) {
        templates_.copy(stage, scratch_ / "case");
        const StoreScene& scene = templates_.scene(stage);
        const auto disk = store_disk(scratch_ / "case");
        HookedFileSystem hooked(*disk);
        hooked.syncs = false;
        arm(hooked, {EIO, when}, at);
        Store store(hooked, "step");
        const PromotionResult result =
            store.promote(promotion_of(scene.old, scene.next_candidate, "p-2"));
        ++answers[std::string(to_text(result.answer))];
        Store after(*disk, "after");
        const auto recovered = after.recover();
        ASSERT_TRUE(recovered) << recovered.fault.what;
        const auto found = after.look_up("p-2");
        if (result.answer == PromotionAnswer::kPromoted) {
          ASSERT_EQ(found.value, LookUp::kCurrent) << "call " << at;
        } else if (result.answer == PromotionAnswer::kNotSwitched) {
          // A call that ended before it looked at the claim neither made it nor moved it.
          ASSERT_EQ(found.value, stage == StoreStage::kJudged ? LookUp::kAbsent : LookUp::kCurrent)
              << "call " << at;
        } else {
          ASSERT_EQ(result.answer, PromotionAnswer::kUnknown) << "call " << at;
        }
      }
    }
  }
  for (const char* answer : {"promoted", "not_switched", "unknown"}) {
    EXPECT_GT(answers[answer], 0U) << answer;
  }
}

// Its own claim, finished by the next try, is promoted and no conflict; one that cannot be finished
// is unknown. Another promotion that meets the claim finds a conflict.
TEST_F(StoreFaultsOnDisk, APromotionThatIsTriedAgainFindsItsOwnClaim) {
  const StoreScene& scene = templates_.scene(StoreStage::kClaimed);
  const auto promote = [&](const std::string& id, const HookedFileSystem::Hook& before) {
    const auto disk = store_disk(scratch_ / "case");
    HookedFileSystem hooked(*disk);
    hooked.before = before;
    Store store(hooked, "step");
    return store.promote(promotion_of(scene.old, scene.next_candidate, id));
  };
  const auto fail_switch = [](DiskCall call, std::uint64_t) {
    return call == DiskCall::kRenameReplacing ? EIO : 0;
  };
  templates_.copy(StoreStage::kClaimed, scratch_ / "case");
  EXPECT_EQ(promote("p-2", fail_switch).answer, PromotionAnswer::kUnknown);
  EXPECT_EQ(promote("p-other", fail_switch).answer, PromotionAnswer::kNotSwitched);
  const PromotionResult again = promote("p-2", nullptr);
  EXPECT_EQ(again.answer, PromotionAnswer::kPromoted);
  EXPECT_EQ(again.current->record.promotion_id, "p-2");
  templates_.copy(StoreStage::kClaimed, scratch_ / "case");
  EXPECT_EQ(promote("p-other", nullptr).answer, PromotionAnswer::kConflict);
}

// Steps that were acknowledged and never made: the checks above have to see each.
TEST_F(StoreFaultsOnDisk, ConvictsAnAcknowledgementOfNothing) {
  std::string breaches;
  const auto judge_of_nothing = [&](const StoreStep& step, StoreStage found) {
    templates_.copy(found, scratch_ / "case");
    breaches += store_breach(scratch_ / "case", templates_.scene(step.stage), step, true) + "; ";
  };
  for (const StoreStep& step : store_steps()) {
    judge_of_nothing(step, step.stage);
    if (step.name == "reject") {
      judge_of_nothing(step, StoreStage::kJudged);
    }
  }
  for (const char* thing : {"store", "candidate", "rejection", "promotion"}) {
    EXPECT_NE(breaches.find(std::string("an acknowledged ") + thing + " is gone"),
              std::string::npos)
        << breaches;
  }
}

}  // namespace
}  // namespace holdfast
