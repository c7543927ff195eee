// The store on a disk that loses power at every call, in every state that it may then show; on one
// that fails at every call, once and from then on; and beside another process at every call. Each
// protection has a broken twin, which the same checks convict: a check that nothing fails would
// prove nothing.
#include <gtest/gtest.h>

#include <cerrno>
#include <functional>
#include <set>

#include "core/sha256.h"
#include "core/store.h"
#include "generators/recording_file_system.h"

namespace holdfast {
namespace {

constexpr const char* kTime = "2026-05-04T08:00:00Z";
const std::string kSource(64, '5');

Value pass(const std::string& before, const std::string& after, bool passes = true) {
  return Value::object(
      {{"schema", "verdict/v1"},
       {"ok", passes},
       {"documents", Value::object({{"before_sha256", before}, {"after_sha256", after}})},
       {"compaction_check", passes ? "pass" : "fail"}});
}

// A store whose current generation is 1, and what the steps to come need.
struct Scene {
  std::unique_ptr<RecordingFileSystem> disk = std::make_unique<RecordingFileSystem>();
  std::string old_candidate;
  std::string next_candidate;
  CurrentGeneration old;
};

const std::string kNextBytes = "the next manifest";

Promotion promotion_of(const CurrentGeneration& now, const std::string& candidate,
                       const std::string& id) {
  return {candidate, now.pointer.generation, now.pointer.record_sha256, id, kTime};
}

// `judged`: the next candidate is proposed and has its pass.
Scene scene(bool judged) {
  Scene scene;
  Store store(*scene.disk, "setup");
  const auto first = store.init();
  CHECK(first);
  scene.old_candidate = *store.propose("the first manifest").value;
  CHECK(store.judge(scene.old_candidate, kSource, pass("", scene.old_candidate)).value == true);
  const PromotionResult result =
      store.promote(promotion_of(*first.value, scene.old_candidate, "p-1"));
  CHECK(result.answer == PromotionAnswer::kPromoted);
  scene.old = *result.current;
  scene.next_candidate = sha256_hex(kNextBytes);
  if (judged) {
    CHECK(store.propose(kNextBytes));
    CHECK(
        store.judge(scene.next_candidate, kSource, pass(scene.old_candidate, scene.next_candidate))
            .value == true);
  }
  scene.disk->start_over();
  return scene;
}

// One step of the store's life. It says whether it was acknowledged.
struct Step {
  const char* name;
  bool judged;
  std::function<bool(Store&, const Scene&)> run;
};

std::vector<Step> steps() {
  return {
      {"propose", false,
       [](Store& store, const Scene&) { return bool(store.propose(kNextBytes)); }},
      {"judge", false,
       [](Store& store, const Scene& scene) {
         return store.propose(kNextBytes) &&
                store.judge(scene.next_candidate, kSource,
                            pass(scene.old_candidate, scene.next_candidate));
       }},
      {"reject", false,
       [](Store& store, const Scene& scene) {
         return store.propose(kNextBytes) &&
                store.judge(scene.next_candidate, kSource,
                            pass(scene.old_candidate, scene.next_candidate, false));
       }},
      {"promote", true,
       [](Store& store, const Scene& scene) {
         return store.promote(promotion_of(scene.old, scene.next_candidate, "p-2")).answer ==
                PromotionAnswer::kPromoted;
       }},
      {"recover", true, [](Store& store, const Scene&) { return bool(store.recover()); }},
      {"sweep", true, [](Store& store, const Scene&) { return bool(store.sweep()); }},
  };
}

// What must hold on any disk after any crash of the step. Empty, or what does not.
std::string breach(RecordingFileSystem& disk, const Scene& scene, const Step& step, bool done) {
  const std::string name = step.name;
  Store store(disk, "after");
  const auto now = store.current();
  if (!now) {
    return "no current generation: " + now.fault.what;
  }
  const bool is_old = now.value->pointer == scene.old.pointer;
  const bool is_new = now.value->record.candidate_sha256 == scene.next_candidate &&
                      now.value->pointer.generation == 2;
  if (!is_old && !is_new) {
    return "a generation that was neither the old nor the new one";
  }
  if (name == "promote" && done && !is_new) {
    return "an acknowledged promotion is gone";
  }
  if (name != "promote" && !is_old) {
    return "switched by a step that promotes nothing";
  }
  if (!store.candidate(scene.old_candidate)) {
    return "the old candidate is gone";
  }
  const bool saved = done && (name == "propose" || name == "judge" || name == "reject");
  if (saved || step.judged) {
    const auto bytes = store.candidate(scene.next_candidate);
    if (!bytes || *bytes.value != kNextBytes) {
      return "an acknowledged candidate is gone";
    }
  }
  if (name == "reject" && done && store.rejected().value->size() != 1) {
    return "an acknowledged rejection is gone";
  }
  const auto recovered = store.recover();
  if (!recovered) {
    return "recover: " + recovered.fault.what;
  }
  const auto again = store.recover();
  if (!again || again.value->pointer != recovered.value->pointer) {
    return "recover is not idempotent";
  }
  if (!store.sweep() || store.current().value->pointer != recovered.value->pointer) {
    return "sweep changed what is current";
  }
  const auto faults = store.verify();
  if (!faults || !faults.value->empty()) {
    return "verify: " + (faults ? faults.value->front() : faults.fault.what);
  }
  // And it goes on from there.
  const auto next = store.propose("a later manifest");
  if (!next || !store.judge(*next.value, kSource,
                            pass(recovered.value->record.candidate_sha256, *next.value))) {
    return "nothing can be proposed any more";
  }
  const PromotionResult later =
      store.promote(promotion_of(*recovered.value, *next.value, "p-later"));
  return later.answer == PromotionAnswer::kPromoted
             ? ""
             : "nothing can be promoted any more: " + later.fault.what;
}

struct Counted {
  std::size_t points = 0;
  std::size_t states = 0;
  std::string breach;  // the first
};

// Power is lost at every call of the step, and after it; every state that the disk may show.
Counted lose_power_everywhere(const Step& step, const std::function<void(DiskFaults&)>& broken) {
  Counted counted;
  for (std::uint64_t call = 1;; ++call) {
    Scene now = scene(step.judged);
    broken(now.disk->faults);
    now.disk->faults.power_lost_at = call;
    Store store(*now.disk, "step");
    const bool done = step.run(store, now);
    const bool lost = now.disk->fault_was_hit();
    ++counted.points;
    for (const auto& state : now.disk->after_power_loss()) {
      ++counted.states;
      std::string found = breach(*state, now, step, done && !lost);
      if (!found.empty() && counted.breach.empty()) {
        counted.breach = std::string(step.name) + " at call " + std::to_string(call) + ": " + found;
      }
    }
    if (!lost) {
      return counted;  // it ran to its end, and that end was looked at, too
    }
  }
}

TEST(StoreCrash, LeavesTheOldOrTheNewGenerationWholeWhereverPowerIsLost) {
  std::size_t points = 0;
  std::size_t states = 0;
  for (const Step& step : steps()) {
    const Counted counted = lose_power_everywhere(step, [](DiskFaults&) {});
    EXPECT_EQ(counted.breach, "");
    points += counted.points;
    states += counted.states;
  }
  std::printf("%zu crash points, %zu states of the disk\n", points, states);
  EXPECT_GT(points, 200U);
  EXPECT_GT(states, 400U);
}

TEST(StoreCrash, ConvictsADiskThatSyncsNoFilesOrNoFolders) {
  for (const bool files : {true, false}) {
    std::string breaches;
    for (const Step& step : steps()) {
      const Counted counted = lose_power_everywhere(step, [&](DiskFaults& faults) {
        faults.no_file_sync = files;
        faults.no_folder_sync = !files;
      });
      breaches += counted.breach.empty() ? "" : counted.breach + "; ";
    }
    EXPECT_NE(breaches, "") << (files ? "no file was synced" : "no folder was synced");
  }
}

// The same where the switch is claimed and not made: what a crash between the two leaves.
TEST(StoreCrash, FinishesAClaimForwardAndCanLosePowerThereToo) {
  std::size_t finished = 0;
  const Step promote = steps()[3];
  for (std::uint64_t call = 1;; ++call) {
    Scene now = scene(true);
    now.disk->faults.power_lost_at = call;
    Store store(*now.disk, "step");
    promote.run(store, now);
    const bool lost = now.disk->fault_was_hit();
    for (const auto& state : now.disk->after_power_loss()) {
      Store reader(*state, "look");
      const auto found = reader.look_up("p-2");
      ASSERT_TRUE(found);
      if (*found.value != LookUp::kClaimed) {
        continue;
      }
      for (std::uint64_t at = 1; at < 1000; ++at) {
        // A copy of that state, by losing power before anything is done.
        auto copies = state->after_power_loss();
        ASSERT_EQ(copies.size(), 1U);
        copies[0]->faults.power_lost_at = at;
        Store recovering(*copies[0], "recover");
        recovering.recover();
        const bool hit = copies[0]->fault_was_hit();
        for (const auto& after : copies[0]->after_power_loss()) {
          EXPECT_EQ(breach(*after, now, promote, false), "");
        }
        if (!hit) {
          ++finished;
          copies[0]->start_over();
          EXPECT_EQ(recovering.look_up("p-2").value, LookUp::kCurrent);
          break;
        }
      }
    }
    if (!lost) {
      break;
    }
  }
  EXPECT_GT(finished, 0U);
}

// A call fails, once or from then on; the process lives and sees it. What it answers is true.
TEST(StoreFaults, AreAnsweredTruthfullyWhicheverCallFails) {
  std::size_t hits = 0;
  for (const int number : {EIO, ENOSPC, EINTR}) {
    for (const bool from_then_on : {false, true}) {
      if (number == EINTR && from_then_on) {
        continue;  // for ever interrupted is for ever tried again
      }
      for (const Step& step : steps()) {
        for (std::uint64_t call = 1;; ++call) {
          Scene now = scene(step.judged);
          now.disk->faults.fail_at = call;
          now.disk->faults.number = number;
          now.disk->faults.from_then_on = from_then_on;
          Store store(*now.disk, "step");
          const bool done = step.run(store, now);
          const bool hit = now.disk->fault_was_hit();
          hits += hit ? 1 : 0;
          now.disk->start_over();
          for (const auto& state : now.disk->after_power_loss()) {
            EXPECT_EQ(breach(*state, now, step, done), "")
                << step.name << " errno " << number << " at call " << call;
          }
          EXPECT_EQ(breach(*now.disk, now, step, done), "")
              << step.name << " errno " << number << " at call " << call;
          if (!hit) {
            break;
          }
        }
      }
    }
  }
  std::printf("%zu faults hit\n", hits);
  EXPECT_GT(hits, 500U);
}

// "not_switched" is a promise: nothing is switched afterwards either.
TEST(StoreFaults, NothingIsSwitchedAfterNotSwitched) {
  std::size_t answered = 0;
  for (const bool from_then_on : {false, true}) {
    for (std::uint64_t call = 1;; ++call) {
      Scene now = scene(true);
      now.disk->faults.fail_at = call;
      now.disk->faults.number = EIO;
      now.disk->faults.from_then_on = from_then_on;
      Store store(*now.disk, "step");
      const PromotionResult result =
          store.promote(promotion_of(now.old, now.next_candidate, "p-2"));
      const bool hit = now.disk->fault_was_hit();
      now.disk->start_over();
      Store after(*now.disk, "after");
      const auto recovered = after.recover();
      ASSERT_TRUE(recovered) << recovered.fault.what;
      if (result.answer == PromotionAnswer::kNotSwitched) {
        ++answered;
        EXPECT_EQ(recovered.value->pointer, now.old.pointer) << "call " << call;
        EXPECT_EQ(after.look_up("p-2").value, LookUp::kAbsent) << "call " << call;
      } else if (result.answer == PromotionAnswer::kPromoted) {
        EXPECT_EQ(after.look_up("p-2").value, LookUp::kCurrent) << "call " << call;
      } else {
        EXPECT_EQ(result.answer, PromotionAnswer::kUnknown) << "call " << call;
      }
      if (!hit) {
        break;
      }
    }
  }
  EXPECT_GT(answered, 20U);
}

TEST(StoreFaults, ShortWritesAreWrittenOnAndFakedOnesAreSeenByReadingBack) {
  for (const bool lies : {false, true}) {
    std::string breaches;
    for (const bool faked : {false, true}) {
      for (const Step& step : steps()) {
        for (std::uint64_t call = 1; call < 250; ++call) {
          Scene now = scene(step.judged);
          now.disk->faults.fail_at = call;
          now.disk->faults.short_write = !faked;
          now.disk->faults.faked_write = faked;
          now.disk->faults.reads_lie = lies;
          Store store(*now.disk, "step");
          const bool done = step.run(store, now);
          now.disk->start_over();
          if (!faked && !lies) {
            EXPECT_TRUE(done) << step.name << " " << call;
          }
          breaches += breach(*now.disk, now, step, done);
        }
      }
    }
    // The twin: a disk that shows what was meant when it is read back.
    EXPECT_EQ(breaches.empty(), !lies) << breaches.substr(0, 200);
  }
}

// Another process uses the store at each call of this one.
std::string interleaved(bool no_lock) {
  std::string breaches;
  for (std::uint64_t call = 1; call < 250; ++call) {
    Scene now = scene(true);
    now.disk->faults.no_lock = no_lock;
    Store other(*now.disk, "other");
    Store store(*now.disk, "step");
    std::vector<PromotionAnswer> others;
    now.disk->meanwhile = [&](std::uint64_t at) {
      if (at == call) {
        others.push_back(
            other.promote(promotion_of(now.old, now.next_candidate, "p-other")).answer);
        static_cast<void>(other.sweep());
      }
    };
    const PromotionAnswer mine =
        store.promote(promotion_of(now.old, now.next_candidate, "p-mine")).answer;
    now.disk->meanwhile = nullptr;
    const int promoted = (mine == PromotionAnswer::kPromoted ? 1 : 0) +
                         (!others.empty() && others[0] == PromotionAnswer::kPromoted ? 1 : 0);
    const bool clean = mine == PromotionAnswer::kPromoted || mine == PromotionAnswer::kConflict ||
                       mine == PromotionAnswer::kNotSwitched;
    const auto records = store.history();
    if (promoted != 1 || !clean || !records || records.value->size() != 3) {
      breaches += "call " + std::to_string(call) + ": " + std::string(to_text(mine)) + "; ";
    }
  }
  return breaches;
}

TEST(StoreRaces, AreWonByOneAndTheLockIsWhatSeesToIt) {
  EXPECT_EQ(interleaved(false), "");
  EXPECT_NE(interleaved(true), "");
}

}  // namespace
}  // namespace holdfast
