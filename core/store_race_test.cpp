// The store under many processes, and under many that are killed.
//
// Workers propose, judge and promote as fast as they can; each writes down the promotion before it
// tries it, and the answer afterwards. At the end the history has to be one line of generations,
// and to agree with what was written down: who was told "promoted" stands in it once; who was told
// anything else does not; and what stands in it without an answer was tried by a process that was
// killed before it could write the answer down. Nobody may ever see an older generation after a
// newer one.
//
// Nothing here loses power, so syncs are left out: the order of the steps is what is raced, and
// without syncs there are more races in a second.
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>

#include <atomic>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>

#include "core/manifest_test.h"
#include "core/store_test.h"

namespace holdfast {
namespace {

constexpr int kWorkersMax = 8;

// Shared with the workers.
struct Signals {
  std::atomic<bool> stop{false};
};

class SharedSignals {
 public:
  SharedSignals() {
    void* memory =
        ::mmap(nullptr, sizeof(Signals), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    signals_ = new (memory) Signals;
  }
  ~SharedSignals() { ::munmap(signals_, sizeof(Signals)); }
  SharedSignals(const SharedSignals&) = delete;
  SharedSignals& operator=(const SharedSignals&) = delete;
  Signals* operator->() const { return signals_; }

 private:
  Signals* signals_;
};

// Again while another process holds the lock.
template <typename Call>
auto patiently(Call call) {
  auto result = call();
  while (result.fault.code == "busy") {
    ::sched_yield();
    result = call();
  }
  return result;
}

// One worker's life. Its log has the lines "try ID", "told ID ANSWER" and "wrong WHAT".
class Worker {
 public:
  Worker(const std::string& folder, const std::string& log, std::string name)
      : name_(std::move(name)),
        log_(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)),
        disk_(store_disk(folder)),
        hooked_(*disk_) {
    hooked_.syncs = false;
  }

  int run(const SharedSignals& signals, std::int64_t generations) {
    Store store(hooked_, name_);
    std::int64_t seen = 0;
    for (int round = 0; !signals->stop; ++round) {
      const auto now = store.current();
      if (!now || now.value->pointer.generation < seen) {
        note("wrong " + (now ? "an older generation" : now.fault.what));
        return 1;
      }
      seen = now.value->pointer.generation;
      if (seen >= generations) {
        return 0;
      }
      step(store, *now.value, round);
    }
    return 0;
  }

 private:
  void step(Store& store, const CurrentGeneration& now, int round) {
    constexpr int kCandidates = 16;  // used again and again: A, B, A
    const auto candidate = patiently([&] {
      return store.propose("candidate " + std::to_string(round % kCandidates) + " of " +
                           name_.substr(0, name_.find('-')));
    });
    if (!candidate) {
      note("wrong proposing: " + candidate.fault.what);
      return;
    }
    const auto judged = patiently([&] {
      return store.judge(*candidate.value, kStoreSource,
                         store_verdict(now.record.candidate_sha256, *candidate.value));
    });
    if (!judged) {
      if (judged.fault.code != "verdict_missing") {  // else another generation is current by now
        note("wrong judging: " + judged.fault.what);
      }
      return;
    }
    const std::string id = name_ + "-" + std::to_string(round);
    note("try " + id);
    const PromotionResult result =
        patiently([&] { return store.promote(promotion_of(now, *candidate.value, id)); });
    note("told " + id + " " + std::string(to_text(result.answer)));
    if (result.answer == PromotionAnswer::kNotSwitched ||
        result.answer == PromotionAnswer::kUnknown) {
      note("wrong promoting: " + result.fault.what);
    }
  }

  // In one write, which is made or not made.
  void note(const std::string& line) const { write_all(log_.get(), line + "\n"); }

  std::string name_;
  Descriptor log_;
  std::unique_ptr<FileSystem> disk_;
  HookedFileSystem hooked_;
};

struct Told {
  std::map<std::string, std::string> answers;  // empty: tried, and no answer written down
  std::vector<std::string> wrong;
};

Told read_logs(const std::vector<std::string>& logs) {
  Told told;
  for (const std::string& log : logs) {
    std::istringstream lines(get(log));
    for (std::string word, id, answer; lines >> word;) {
      if (word == "try") {
        lines >> id;
        told.answers[id];
      } else if (word == "told") {
        lines >> id >> answer;
        told.answers[id] = answer;
      } else {
        std::getline(lines, answer);
        told.wrong.push_back(word + answer);
      }
    }
  }
  return told;
}

struct Agreement {
  std::size_t promoted = 0;  // in the history
  std::size_t without_answer = 0;
  std::string breach;  // the first
};

// The history against what was written down.
Agreement compare(const Store& store, const Told& told, bool some_were_killed) {
  Agreement agreement;
  const auto history = store.history();
  if (!history) {
    agreement.breach = "no history: " + history.fault.what;
    return agreement;
  }
  std::set<std::string> ids;
  for (const GenerationRecord& record : *history.value) {
    if (record.generation == 0) {
      continue;
    }
    ++agreement.promoted;
    const auto found = told.answers.find(record.promotion_id);
    if (!ids.insert(record.promotion_id).second) {
      agreement.breach = "promoted twice: " + record.promotion_id;
    } else if (found == told.answers.end()) {
      agreement.breach = "promoted by nobody: " + record.promotion_id;
    } else if (found->second.empty()) {
      ++agreement.without_answer;
      if (!some_were_killed) {
        agreement.breach = "promoted without an answer: " + record.promotion_id;
      }
    } else if (found->second != "promoted") {
      agreement.breach = record.promotion_id + " was told " + found->second;
    }
  }
  for (const auto& [id, answer] : told.answers) {
    if (answer == "promoted" && !ids.contains(id)) {
      agreement.breach = "lost: " + id;
    }
  }
  if (!told.wrong.empty()) {
    agreement.breach = told.wrong.front();
  }
  return agreement;
}

class StoreRace : public ::testing::Test {
 protected:
  void SetUp() override { make_store(folder_, StoreStage::kEmpty); }

  pid_t start(int slot, int incarnation, std::int64_t generations) {
    const std::string log = scratch_ / ("log-" + std::to_string(slot));
    logs_.insert(log);
    const pid_t child = ::fork();
    if (child == 0) {
      Worker worker(folder_, log, "w" + std::to_string(slot) + "-" + std::to_string(incarnation));
      ::_exit(worker.run(signals_, generations));
    }
    return child;
  }
  void begin() {
    const auto disk = store_disk(folder_);
    Store store(*disk, "setup");
    ASSERT_TRUE(store.init());
  }
  void wait_for(const std::vector<pid_t>& workers) {
    for (const pid_t worker : workers) {
      int status = 0;
      ASSERT_EQ(::waitpid(worker, &status, 0), worker);
      EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
  }
  // Afterwards, everything in order; what was promoted agrees with what was written down.
  Agreement finish(bool some_were_killed) {
    const auto disk = store_disk(folder_);
    Store store(*disk, "end");
    EXPECT_TRUE(store.recover());
    EXPECT_TRUE(store.sweep());
    const auto faults = store.verify();
    EXPECT_TRUE(faults && faults.value->empty())
        << (faults ? faults.value->front() : faults.fault.what);
    return compare(store, read_logs({logs_.begin(), logs_.end()}), some_were_killed);
  }

  void race(int workers, std::int64_t generations) {
    begin();
    std::vector<pid_t> children;
    for (int slot = 0; slot < workers; ++slot) {
      children.push_back(start(slot, 0, generations));
    }
    wait_for(children);
    const Agreement agreement = finish(false);
    EXPECT_EQ(agreement.breach, "");
    EXPECT_EQ(agreement.promoted, static_cast<std::size_t>(generations));
    std::printf("%d processes, %zu promotions, %zu tried\n", workers, agreement.promoted,
                read_logs({logs_.begin(), logs_.end()}).answers.size());
  }

  // The victim lives for some turns of the scheduler.
  void kill_race(int workers, int kills) {
    begin();
    constexpr std::int64_t kForEver = std::int64_t{1} << 60;
    TestRandom random(20260504);
    std::vector<pid_t> children;
    for (int slot = 0; slot < workers; ++slot) {
      children.push_back(start(slot, 0, kForEver));
    }
    for (int killed = 0; killed < kills; ++killed) {
      for (std::size_t turns = random.below(60); turns > 0; --turns) {
        ::sched_yield();
      }
      const int slot = static_cast<int>(random.below(static_cast<std::size_t>(workers)));
      pid_t& victim = children[static_cast<std::size_t>(slot)];
      int status = 0;
      ASSERT_EQ(::kill(victim, SIGKILL), 0);
      ASSERT_EQ(::waitpid(victim, &status, 0), victim);
      ASSERT_TRUE(WIFSIGNALED(status)) << "a worker gave up: " << finish(true).breach;
      victim = start(slot, killed + 1, kForEver);
    }
    signals_->stop = true;
    wait_for(children);
    const Agreement agreement = finish(true);
    EXPECT_EQ(agreement.breach, "");
    EXPECT_GT(agreement.promoted, 0U);
    std::printf("%d kills, %zu promotions, %zu of them by processes that were killed\n", kills,
                agreement.promoted, agreement.without_answer);
  }

  MemoryScratch scratch_;
  std::string folder_ = scratch_ / "store";
  SharedSignals signals_;
  std::set<std::string> logs_;
};
using SlowStoreRace = StoreRace;

TEST_F(StoreRace, LosesNoPromotion) { race(4, 300); }
TEST_F(StoreRace, ExplainsEverySwitchAmongKilledProcesses) { kill_race(4, 200); }

TEST_F(SlowStoreRace, LosesNoneOfAHundredThousandPromotions) { race(kWorkersMax, 100'000); }
TEST_F(SlowStoreRace, ExplainsEverySwitchAmongTenThousandKills) { kill_race(kWorkersMax, 10'000); }

// What is compared can be seen to differ.
TEST_F(StoreRace, ConvictsALostAndAnUnexplainedAndADeniedPromotion) {
  make_store(scratch_ / "told", StoreStage::kCurrent);  // holds promotion "p-1"
  const auto disk = store_disk(scratch_ / "told");
  const Store store(*disk, "end");
  const auto breach = [&](const std::map<std::string, std::string>& answers) {
    return compare(store, {answers, {}}, false).breach;
  };
  EXPECT_EQ(breach({{"p-1", "promoted"}, {"p-2", "promotion_conflict"}}), "");
  EXPECT_EQ(breach({{"p-1", "promoted"}, {"p-2", "promoted"}}), "lost: p-2");
  EXPECT_EQ(breach({}), "promoted by nobody: p-1");
  EXPECT_EQ(breach({{"p-1", ""}}), "promoted without an answer: p-1");
  EXPECT_EQ(breach({{"p-1", "not_switched"}}), "p-1 was told not_switched");
}

// Another process promotes the same expectation at each call of this one; how often both were told
// "promoted", and how often the loser's candidate was gone.
std::size_t both_promoted(const std::string& folder, const StoreTemplates& templates,
                          bool guarded) {
  std::size_t both = 0;
  bool called = true;
  for (std::uint64_t at = 1; called; ++at) {
    templates.copy(StoreStage::kJudged, folder);
    const StoreScene& scene = templates.scene(StoreStage::kJudged);
    const auto disk = store_disk(folder);
    HookedFileSystem mine(*disk);
    HookedFileSystem theirs(*disk);
    mine.syncs = theirs.syncs = false;
    mine.locks = theirs.locks = mine.fences = theirs.fences = guarded;
    Store store(mine, "mine");
    Store other(theirs, "theirs");
    PromotionAnswer others = PromotionAnswer::kNotSwitched;
    called = false;
    mine.before = [&](DiskCall, std::uint64_t call) {
      if (call == at) {
        called = true;
        others = other.promote(promotion_of(scene.old, scene.next_candidate, "p-theirs")).answer;
      }
      return 0;
    };
    const PromotionAnswer answer =
        store.promote(promotion_of(scene.old, scene.next_candidate, "p-mine")).answer;
    mine.before = nullptr;
    both += answer == PromotionAnswer::kPromoted && others == PromotionAnswer::kPromoted ? 1 : 0;
    EXPECT_TRUE(store.candidate(scene.next_candidate));
    if (guarded) {
      const bool one = answer == PromotionAnswer::kPromoted || others == PromotionAnswer::kPromoted;
      EXPECT_TRUE(one) << at;
      EXPECT_EQ(store.history().value->size(), 3U) << at;
    }
  }
  return both;
}

TEST_F(StoreRace, OfTwoThatFinishTogetherOneIsPromoted) {
  const StoreTemplates templates(scratch_.folder());
  EXPECT_EQ(both_promoted(scratch_ / "case", templates, true), 0U);
  // The twin without lock and fence.
  EXPECT_GT(both_promoted(scratch_ / "case", templates, false), 0U);
}

TEST_F(StoreRace, AConflictBetweenJudgingAndPromotingChangesNothing) {
  const StoreScene scene = make_store(scratch_ / "case", StoreStage::kJudged);
  const auto disk = store_disk(scratch_ / "case");
  Store store(*disk, "mine");
  Store other(*disk, "theirs");
  const std::string theirs = *other.propose("their manifest").value;
  ASSERT_TRUE(other.judge(theirs, kStoreSource, store_verdict(scene.old_candidate, theirs)));
  const PromotionResult first = other.promote(promotion_of(scene.old, theirs, "p-theirs"));
  ASSERT_EQ(first.answer, PromotionAnswer::kPromoted);

  const PromotionResult mine =
      store.promote(promotion_of(scene.old, scene.next_candidate, "p-mine"));
  EXPECT_EQ(mine.answer, PromotionAnswer::kConflict);
  EXPECT_EQ(mine.fault.code, "promotion_conflict");
  EXPECT_EQ(mine.current->pointer, first.current->pointer);
  EXPECT_EQ(store.current().value->pointer, first.current->pointer);
  EXPECT_EQ(*store.candidate(scene.next_candidate).value, kNextBytes);
  EXPECT_EQ(store.look_up("p-mine").value, LookUp::kAbsent);
  EXPECT_TRUE(store.verify().value->empty());
}

// The same bytes are current again, and still another generation.
TEST_F(StoreRace, AnExpectationFromBeforeAbaIsAConflict) {
  const StoreScene scene = make_store(scratch_ / "case", StoreStage::kJudged);
  const auto disk = store_disk(scratch_ / "case");
  Store store(*disk, "aba");
  const PromotionResult b = store.promote(promotion_of(scene.old, scene.next_candidate, "p-b"));
  ASSERT_EQ(b.answer, PromotionAnswer::kPromoted);
  ASSERT_TRUE(store.judge(scene.old_candidate, kStoreSource,
                          store_verdict(scene.next_candidate, scene.old_candidate)));
  const PromotionResult a = store.promote(promotion_of(*b.current, scene.old_candidate, "p-a"));
  ASSERT_EQ(a.answer, PromotionAnswer::kPromoted);
  EXPECT_EQ(a.current->record.candidate_sha256, scene.old.record.candidate_sha256);
  const PromotionResult late =
      store.promote(promotion_of(scene.old, scene.next_candidate, "p-late"));
  EXPECT_EQ(late.answer, PromotionAnswer::kConflict);
  EXPECT_EQ(store.current().value->pointer, a.current->pointer);
}

}  // namespace
}  // namespace holdfast
