#include "core/continuity_task.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/continuity_test.h"
#include "core/file.h"
#include "core/file_system.h"

namespace holdfast {
namespace {

// A project whose decisions lie in one file, with a clock of its own.
class ContinuityTaskTest : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/holdfast-task-XXXXXX";
    folder_ = mkdtemp(name);
    files_ = std::move(*open_file_system(folder_));
    decide("src/", "ask");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void decide(const std::string& scope, const std::string& approval) {
    std::string text = R"({"acceptance-test":"t1")";
    text += scope.empty() ? "" : ",\"scope\":\"" + scope + "\"";
    text += approval.empty() ? "" : ",\"approval-boundary\":\"" + approval + "\"";
    std::ofstream(folder_ + "/decisions.json") << text << "}";
  }

  // Opened anew for each step, as hooks do.
  ContinuityTask task() {
    auto task = ContinuityTask::open(
        {folder_ + "/state",
         contract_,
         ObserveMeans{*files_, nullptr, keys_, [this] { return clock_at(second_); }, "task-1"},
         {"agent"}});
    EXPECT_TRUE(task) << task.error().text();
    return std::move(*task);
  }

  void cross() {
    EXPECT_TRUE(task().take_before());
    ++second_;
    EXPECT_TRUE(*task().cross_boundary(BoundaryTeller::kSessionStart));
    ++second_;
  }

  std::string state() {
    const auto now = task().current();
    return now ? std::string(to_text(now->state)) + " " + std::string(now->reason) : "none";
  }
  std::string observe() {
    ++second_;
    EXPECT_TRUE(task().observe_after());
    return state();
  }
  bool approve(const std::string& name, const std::string& approver, const std::string& authority) {
    ContinuityTask open = task();
    const std::string id = open.current()->boundary_id;
    const Approval approval{name,
                            open.snapshot(id, Side::kBefore)->find(name)->digest,
                            open.snapshot(id, Side::kAfter)->find(name)->digest,
                            approver,
                            authority,
                            clock_at(++second_)};
    return open.present(approval).ok();
  }

  std::string folder_;
  int second_ = 9 * 3600;
  DecisionContract contract_ = good_contract();
  KeyRing keys_;
  std::unique_ptr<FileSystem> files_;
};

TEST_F(ContinuityTaskTest, ShowsThatDecisionsHoldOverABoundary) {
  EXPECT_EQ(state(), "none");
  cross();
  EXPECT_EQ(state(), "unverified window_open");
  EXPECT_EQ(observe(), "preserved equal");
}

TEST_F(ContinuityTaskTest, NoticesAChangeAndTakesAnApprovalOfIt) {
  cross();
  decide("everything", "ask");
  EXPECT_EQ(observe(), "conflicting no_approval");
  EXPECT_TRUE(approve("scope", "Ada", "ticket-1"));
  EXPECT_EQ(observe(), "approved-change approved");
}

TEST_F(ContinuityTaskTest, TakesNoApprovalOfTheAgentItself) {
  cross();
  decide("everything", "ask");
  observe();
  EXPECT_TRUE(approve("scope", "agent", "ticket-1"));
  EXPECT_EQ(observe().substr(0, 11), "conflicting");
  EXPECT_FALSE(approve("scope", "Ada", "ticket-1")) << "the authority was presented before";
  EXPECT_TRUE(approve("scope", "Ada", "ticket-2"));
  EXPECT_EQ(observe(), "approved-change approved");
}

// Compacting once more must not make the changed value the record.
TEST_F(ContinuityTaskTest, CompactingAgainDoesNotMakeAnUnapprovedChangeGood) {
  cross();
  decide("everything", "ask");
  EXPECT_EQ(observe(), "conflicting no_approval");
  for (int i = 0; i < 3; ++i) {
    ++second_;
    cross();
    EXPECT_EQ(observe(), "conflicting no_approval") << i;
  }
  decide("src/", "ask");
  EXPECT_EQ(observe(), "preserved equal");
}

TEST_F(ContinuityTaskTest, CompactingAgainDoesNotForgetADroppedDecision) {
  cross();
  decide("src/", "");
  EXPECT_EQ(observe(), "dropped absent_after");
  ++second_;
  cross();
  EXPECT_EQ(observe(), "dropped absent_after");
  decide("src/", "ask");
  EXPECT_EQ(observe(), "preserved equal");
}

TEST_F(ContinuityTaskTest, AnApprovedChangeIsTheRecordOfTheNextBoundary) {
  cross();
  decide("everything", "ask");
  observe();
  approve("scope", "Ada", "ticket-1");
  EXPECT_EQ(observe(), "approved-change approved");
  ++second_;
  cross();
  EXPECT_EQ(observe(), "preserved equal");
}

TEST_F(ContinuityTaskTest, WhatWasObservedTooLateIsObservedAgainAtABoundaryOfItsOwn) {
  cross();
  const std::string first = task().current()->boundary_id;
  second_ += kWindow_s + 60;
  EXPECT_EQ(state(), "unverified no_after_snapshot");
  EXPECT_EQ(observe(), "preserved equal");
  EXPECT_NE(task().current()->boundary_id, first);
  EXPECT_EQ(task().boundaries().front().state, ContinuityState::kUnverified)
      << "what was missed stays missed";
}

TEST_F(ContinuityTaskTest, AChangeApprovedInTimeStaysApprovedWhenTheRestIsObservedLate) {
  cross();
  decide("everything", "");
  observe();
  approve("scope", "Ada", "ticket-1");
  EXPECT_EQ(observe(), "dropped absent_after") << "the scope is approved, the boundary is not";
  second_ += kWindow_s + 60;
  decide("everything", "ask");
  EXPECT_EQ(observe(), "preserved equal");
}

TEST_F(ContinuityTaskTest, TheTwoEventsOfOneCompactionAreOneBoundary) {
  for (const auto& [first, other] :
       {std::make_pair(BoundaryTeller::kSessionStart, BoundaryTeller::kPostCompact),
        std::make_pair(BoundaryTeller::kPostCompact, BoundaryTeller::kSessionStart)}) {
    EXPECT_TRUE(task().take_before());
    EXPECT_TRUE(*task().cross_boundary(first));
    EXPECT_FALSE(*task().cross_boundary(other));
    EXPECT_EQ(observe(), "preserved equal");
    // Without a snapshot before, and so a compaction of its own.
    EXPECT_TRUE(*task().cross_boundary(first));
    EXPECT_FALSE(*task().cross_boundary(other));
    EXPECT_EQ(observe(), "continuity-evidence-missing no_before_snapshot");
    EXPECT_TRUE(task().current()->safely_observed);
    EXPECT_TRUE(*task().cross_boundary(other)) << "a third event is another compaction";
    EXPECT_EQ(observe(), "continuity-evidence-missing no_before_snapshot");
    ++second_;
  }
}

TEST_F(ContinuityTaskTest, InstructionsThatAreReloadedAskForAnotherObservation) {
  cross();
  EXPECT_EQ(observe(), "preserved equal");
  ++second_;
  EXPECT_TRUE(task().instructions_reloaded());
  EXPECT_EQ(state(), "unverified observed_before_reload");
  EXPECT_EQ(observe(), "preserved equal");
  EXPECT_TRUE(task().consequential_call());
  EXPECT_TRUE(task().instructions_reloaded()) << "late, and no longer of this boundary";
  EXPECT_EQ(state(), "preserved equal");
}

TEST_F(ContinuityTaskTest, WhatTheLogDoesNotNameCountsForNothing) {
  cross();
  EXPECT_EQ(observe(), "preserved equal");
  for (const auto& entry : std::filesystem::directory_iterator(folder_ + "/state/snapshots")) {
    std::ofstream(entry.path(), std::ios::app) << " ";
  }
  EXPECT_EQ(state(), "continuity-evidence-missing no_before_snapshot");
}

TEST_F(ContinuityTaskTest, ALogThatWasTakenAwayIsADamagedOne) {
  cross();
  observe();
  EXPECT_FALSE(task().damage());
  std::filesystem::remove(folder_ + "/state/log.jsonl");
  ASSERT_TRUE(task().damage());
  EXPECT_EQ(task().damage()->reason, "log_missing");
  EXPECT_FALSE(task().take_before());
  EXPECT_FALSE(task().observe_after());
}

TEST_F(ContinuityTaskTest, ADamagedLogTakesNoStep) {
  cross();
  observe();
  std::string log = *read_file(folder_ + "/state/log.jsonl");
  log[log.size() / 2] ^= 1;
  std::ofstream(folder_ + "/state/log.jsonl") << log;
  ASSERT_TRUE(task().damage());
  EXPECT_FALSE(task().take_before());
  EXPECT_FALSE(task().consequential_call());
}

TEST_F(ContinuityTaskTest, RecordsAStateOnceUntilItChanges) {
  cross();
  observe();
  EXPECT_TRUE(task().record_state(Activity::kIdle));
  const std::size_t lines = task().log().lines.size();
  EXPECT_TRUE(task().record_state(Activity::kIdle));
  EXPECT_EQ(task().log().lines.size(), lines);
  EXPECT_TRUE(task().record_state(Activity::kWorking));
  EXPECT_EQ(task().log().lines.size(), lines + 1);
}

TEST_F(ContinuityTaskTest, OneProcessAtATimeTakesAStep) {
  const auto held = FolderLock::take(folder_ + "/lock", 0);
  ASSERT_TRUE(held);
  EXPECT_FALSE(FolderLock::take(folder_ + "/lock", 0));
}

TEST_F(ContinuityTaskTest, NothingOnTheDiskHoldsAValueOrAnAbsolutePath) {
  decide("CANARY-scope", "CANARY-approval");
  cross();
  decide("CANARY-other", "CANARY-approval");
  observe();
  approve("scope", "Ada", "ticket-1");
  observe();
  EXPECT_TRUE(task().record_state(Activity::kWorking));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ + "/state")) {
    if (entry.is_regular_file()) {
      const std::string bytes = *read_file(entry.path());
      EXPECT_EQ(bytes.find("CANARY"), std::string::npos) << entry.path();
      EXPECT_EQ(bytes.find(folder_), std::string::npos) << entry.path();
    }
  }
}

}  // namespace
}  // namespace holdfast
