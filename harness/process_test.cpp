#include "harness/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <atomic>
#include <thread>

#include "harness/subject_testing.h"

namespace holdfast {
namespace {

using Exchange = Process::Exchange;

// What they write proves that they have already left.
constexpr char kRunaway[] = "setsid sh -c 'echo; exec sleep 1000'";
constexpr char kRunawayWithoutEnvironment[] =
    "setsid env -i /bin/sh -c 'echo; exec /bin/sleep 1000'";

// For waits that must end by themselves; if one does not, the test hangs.
constexpr int kForeverMs = 24 * 3600 * 1000;

class ProcessTest : public SubjectTest {
 protected:
  static std::unique_ptr<Process> start(const std::string& command,
                                        const ProcessLimits& limits = {}) {
    Result<std::unique_ptr<Process>> started = Process::start({"/bin/sh", "-c", command}, limits);
    EXPECT_TRUE(started.ok());
    return std::move(*started);
  }
  // The first line that a command writes.
  static std::string first_line(const std::string& command) {
    std::string line;
    EXPECT_EQ(start(command)->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
    return line;
  }
};

TEST_F(ProcessTest, SendsAndReceivesLines) {
  const auto process = start("exec cat");
  std::string line;
  for (const std::string text : {"one", "", "three"}) {
    ASSERT_EQ(process->exchange(text + "\n", line, Deadline(kPatientMs)), Exchange::kLine);
    EXPECT_EQ(line, text);
  }
  process->stop(kPatientMs);
  EXPECT_TRUE(process->ended_by_itself());
  EXPECT_TRUE(process->all_gone());
  EXPECT_FALSE(process->had_leftovers());
  EXPECT_EQ(process->status().text(), "status 0");
}

TEST_F(ProcessTest, MovesBigInputAndOutputAtOnceWithoutDeadlock) {
  const auto process = start("exec cat");
  const std::string big(8'000'000, 'x');
  std::string line;
  ASSERT_EQ(process->exchange(big + "\n", line, Deadline(kPatientMs)), Exchange::kLine);
  EXPECT_EQ(line, big);
}

TEST_F(ProcessTest, GivesLinesThatCameTogetherOneByOne) {
  const auto process = start("printf 'a\\nb\\nc'; exec sleep 1000");
  std::string line;
  ASSERT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  EXPECT_EQ(line, "a");
  ASSERT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  EXPECT_EQ(line, "b");
  EXPECT_EQ(process->exchange("", line, Deadline(kImpatientMs)), Exchange::kDeadline);
  EXPECT_EQ(process->unread_output(), "c");
}

TEST_F(ProcessTest, ReadsWhatWasWrittenBeforeTheExit) {
  const auto process = start("echo last; exit 4");
  std::string line;
  ASSERT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  EXPECT_EQ(line, "last");
  EXPECT_EQ(process->exchange("x\n", line, Deadline(kPatientMs)), Exchange::kEnded);
  process->stop(0);
  EXPECT_EQ(process->status().text(), "status 4");
}

TEST_F(ProcessTest, SeesAnExitAlthoughAGrandchildKeepsThePipes) {
  const auto process = start("sleep 1000 & exit 5");
  std::string line;
  EXPECT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kEnded);
  process->stop(kForeverMs);
  EXPECT_EQ(process->status().text(), "status 5");
  EXPECT_TRUE(process->had_leftovers());
  EXPECT_TRUE(process->all_gone());
}

TEST_F(ProcessTest, KillsAGrandchildThatLeftTheSession) {
  const auto process = start(std::string(kRunaway) + " & exec cat");
  std::string line;
  ASSERT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  process->stop(kPatientMs);
  EXPECT_TRUE(process->all_gone());
  EXPECT_EQ(count_leftovers(), 0);
}

TEST_F(ProcessTest, KillsARunawayWithoutEnvironmentWhoseParentLives) {
  const auto other = start("exec cat");
  const auto process = start(std::string(kRunawayWithoutEnvironment) + " & exec sleep 1000");
  std::string line;
  ASSERT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  process->stop(0);
  EXPECT_EQ(count_leftovers(), 1) << "only the other command lives";
}

TEST_F(ProcessTest, KillsARunawayWithoutEnvironmentWhenTheLastCommandEnds) {
  const auto other = start("exec cat");
  const auto process = start("(" + std::string(kRunawayWithoutEnvironment) + " &); exec cat");
  std::string line;
  ASSERT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  process->stop(kPatientMs);
  EXPECT_EQ(count_leftovers(), 2) << "it might be the other command's, which lives";
  other->stop(kPatientMs);
  EXPECT_EQ(count_leftovers(), 0);
}

// Job control gives it a process group of its own, but the session stays.
TEST_F(ProcessTest, KillsWhatStayedInTheSessionWithoutEnvironment) {
  const auto other = start("exec cat");
  const auto process = start("set -m; env -i /bin/sh -c 'echo; exec /bin/sleep 1000' & exec cat");
  std::string line;
  ASSERT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  process->stop(kPatientMs);
  EXPECT_EQ(count_leftovers(), 1) << "only the other command lives";
}

// The parent of the runaway is gone before anybody looks, and another process tree is alive, so
// that only the marker tells whose it is.
TEST_F(ProcessTest, KnowsARunawayByItsMarkerWhileOthersLive) {
  const auto other = start("(" + std::string(kRunaway) + " &); exec cat");
  const auto process = start("(" + std::string(kRunaway) + " &); exec cat");
  std::string line;
  ASSERT_EQ(other->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  ASSERT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  process->stop(kPatientMs);
  EXPECT_EQ(count_leftovers(), 2) << "the other command and its own runaway still live";
  EXPECT_EQ(other->exchange("still here\n", line, Deadline(kPatientMs)), Exchange::kLine);
}

TEST_F(ProcessTest, ReapsChildrenThatDiedBefore) {
  const auto process =
      start("i=0; while [ $i -lt 5 ]; do (setsid true &); i=$((i+1)); done; exec cat");
  std::string line;
  ASSERT_EQ(process->exchange("x\n", line, Deadline(kPatientMs)), Exchange::kLine);
  process->stop(kPatientMs);
  EXPECT_EQ(count_leftovers(), 0);
}

TEST_F(ProcessTest, KillsWhatIgnoresTerm) {
  ProcessLimits limits;
  limits.terminate_grace_ms = 10;
  const auto process = start("trap '' TERM; echo; while :; do sleep 1000; done", limits);
  std::string line;
  ASSERT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  process->stop(0);
  EXPECT_FALSE(process->ended_by_itself());
  EXPECT_EQ(process->status().text(), "signal 9 (SIGKILL)");
}

TEST_F(ProcessTest, GivesTermAChance) {
  ProcessLimits limits;
  limits.terminate_grace_ms = kPatientMs;
  const auto process =
      start("trap 'echo bye >&2; exit 6' TERM; echo; while :; do sleep 0.01; done", limits);
  std::string line;
  ASSERT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  process->stop(0);
  EXPECT_EQ(process->status().text(), "status 6");
  EXPECT_NE(process->stderr_tail().find("bye\n"), std::string::npos);
}

TEST_F(ProcessTest, EndsWhatStoppedItself) {
  ProcessLimits limits;
  limits.terminate_grace_ms = 10;
  const auto process = start("echo; kill -STOP $$", limits);
  std::string line;
  ASSERT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  EXPECT_EQ(process->exchange("", line, Deadline(kImpatientMs)), Exchange::kDeadline);
  process->stop(0);
  EXPECT_TRUE(process->all_gone());
}

TEST_F(ProcessTest, ReportsASignal) {
  const auto process = start("kill -SEGV $$");
  std::string line;
  EXPECT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kEnded);
  process->stop(0);
  EXPECT_EQ(process->status().text(), "signal 11 (SIGSEGV)");
}

TEST_F(ProcessTest, CapsALineWithoutEnd) {
  ProcessLimits limits;
  limits.line_bytes_max = 1'000'000;
  const auto process = start("exec cat /dev/zero", limits);
  std::string line;
  EXPECT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLineTooLong);
  EXPECT_LT(process->unread_output().size(), 1'200'000u);
  process->stop(0);
  EXPECT_LE(process->unread_output().size(), 64u * 1024u);
}

TEST_F(ProcessTest, DrainsStandardErrorAndKeepsItsEnd) {
  ProcessLimits limits;
  limits.stderr_tail_bytes_max = 100;
  const auto process =
      start("head -c 5000000 /dev/zero >&2; printf 'the end' >&2; echo; exec cat", limits);
  std::string line;
  ASSERT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  process->stop(kPatientMs);
  const std::string tail = process->stderr_tail();
  EXPECT_LE(tail.size(), 300u);  // NULs are shown as U+FFFD, of three bytes
  EXPECT_EQ(tail.substr(tail.size() - 7), "the end");
}

TEST_F(ProcessTest, AnEndlessStandardErrorDoesNotDefeatTheDeadline) {
  const auto process = start("cat /dev/zero >&2 & exec sleep 1000");
  std::string line;
  EXPECT_EQ(process->exchange("x\n", line, Deadline(kImpatientMs)), Exchange::kDeadline);
}

TEST_F(ProcessTest, SeesThatTheInputIsNotRead) {
  const auto process = start("printf 'ready\\nanswer\\n'; exec sleep 1000");
  const std::string big(1'000'000, 'x');
  std::string line;
  ASSERT_EQ(process->exchange("", line, Deadline(kPatientMs)), Exchange::kLine);
  EXPECT_EQ(process->exchange(big + "\n", line, Deadline(kImpatientMs)), Exchange::kUnread);
  EXPECT_EQ(line, "answer");
}

TEST_F(ProcessTest, OutlivesACommandThatClosesItsInput) {
  const auto process = start("exec <&-; echo answer; exec sleep 1000");
  const std::string big(1'000'000, 'x');
  std::string line;
  EXPECT_EQ(process->exchange(big + "\n", line, Deadline(kForeverMs)), Exchange::kUnread);
}

TEST_F(ProcessTest, SeesThatTheOutputWasClosed) {
  const auto process = start("exec >&-; exec sleep 1000");
  std::string line;
  Exchange outcome = Exchange::kDeadline;
  for (int deadline_ms = kImpatientMs; outcome == Exchange::kDeadline; deadline_ms *= 2) {
    outcome = process->exchange("", line, Deadline(deadline_ms));
  }
  EXPECT_EQ(outcome, Exchange::kOutputClosed);
}

TEST_F(ProcessTest, AWriterInAPipelineDiesOfSigpipeAsUsual) {
  // Bit 0 is signal 1. The C library keeps the signals 32 and 33 to itself.
  constexpr unsigned long long kOrdinarySignals = 0x7FFF'FFFF;
  const std::string mask = first_line("exec sed -n 's/^SigIgn:.//p' /proc/self/status");
  EXPECT_EQ(std::stoull(mask, nullptr, 16) & kOrdinarySignals, 0u);
}

TEST_F(ProcessTest, TheChildStartsWithAnEmptySignalMask) {
  sigset_t blocked, old;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  ASSERT_EQ(::pthread_sigmask(SIG_BLOCK, &blocked, &old), 0);
  EXPECT_EQ(first_line("exec grep -E '^SigBlk' /proc/self/status"), "SigBlk:\t0000000000000000");
  ASSERT_EQ(::pthread_sigmask(SIG_SETMASK, &old, nullptr), 0);
}

TEST_F(ProcessTest, TheChildInheritsNoDescriptor) {
  const UniqueFd ours(::open("/dev/null", O_RDONLY));  // on purpose without O_CLOEXEC
  const auto other = start("exec cat");
  // Descriptor 3 is the folder that ls itself reads.
  EXPECT_EQ(first_line("ls /proc/self/fd | tr '\\n' ' '; echo"), "0 1 2 3 ");
}

// So that a child which somebody else starts, without our care, does not keep our pipes open.
TEST_F(ProcessTest, EveryDescriptorOfOursIsClosedOnExec) {
  const auto is_open = [](int fd) { return ::fcntl(fd, F_GETFD) >= 0; };
  constexpr int kDescriptorsMax = 1000;
  std::vector<bool> before;
  for (int fd = 0; fd < kDescriptorsMax; ++fd) {
    before.push_back(is_open(fd));
  }
  const auto process = start("exec cat");
  int ours = 0;
  for (int fd = 0; fd < kDescriptorsMax; ++fd) {
    if (is_open(fd) && !before[static_cast<std::size_t>(fd)]) {
      ++ours;
      EXPECT_NE(::fcntl(fd, F_GETFD) & FD_CLOEXEC, 0) << fd;
    }
  }
  EXPECT_EQ(ours, 4) << "three pipes and the pidfd";
}

TEST_F(ProcessTest, TheChildHasAFixedLocaleAndTimeZone) {
  EXPECT_EQ(first_line("echo $LC_ALL $TZ; exec cat"), "C.UTF-8 UTC");
}

TEST_F(ProcessTest, TheChildDumpsNoCore) {
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_CORE, &old), 0);
  const rlimit raised{old.rlim_max, old.rlim_max};  // else there may be nothing to lower
  ASSERT_EQ(::setrlimit(RLIMIT_CORE, &raised), 0);
  // The limit is set just after the start, so the command waits to be asked.
  const auto process = start("read -r line; ulimit -c; exec cat");
  std::string line;
  ASSERT_EQ(process->exchange("go\n", line, Deadline(kPatientMs)), Exchange::kLine);
  EXPECT_EQ(line, "0");
  ASSERT_EQ(::setrlimit(RLIMIT_CORE, &old), 0);
}

TEST_F(ProcessTest, ReadsAOneShotCommandToItsEnd) {
  const auto process = start("cat; echo all; exit 1");
  EXPECT_TRUE(process->run_to_end(Deadline(kPatientMs)));
  process->stop(0);
  EXPECT_EQ(process->unread_output(), "all\n");
  EXPECT_EQ(process->status().text(), "status 1");
}

TEST_F(ProcessTest, DoesNotTakeOtherChildrenOfTheProgramForItsOwn) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(7);
  }
  start("(setsid true &); true")->stop(kPatientMs);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child) << "somebody else reaped it";
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

TEST_F(ProcessTest, ReportsACommandThatDoesNotExist) {
  const auto started = Process::start({"/no/such/shell"}, {});
  ASSERT_FALSE(started.ok());
  EXPECT_EQ(started.error().code, ErrorCode::kSubject);
  EXPECT_NE(started.error().text().find("/no/such/shell"), std::string::npos);
}

// Some commands of each worker run away, some are killed; no worker may feel what another one does.
TEST_F(ProcessTest, ManyThreadsStartAndKillWithoutHarmToEachOther) {
  constexpr int kWorkers = 4, kRounds = 8;
  std::atomic<int> wrong{0};
  std::vector<std::thread> workers;
  for (int worker = 0; worker < kWorkers; ++worker) {
    workers.emplace_back([&wrong, worker] {
      for (int round = 0; round < kRounds; ++round) {
        const bool runs_away = (worker + round) % 2 == 0;
        ProcessLimits limits;
        limits.terminate_grace_ms = 5;
        auto process = Process::start(
            {"/bin/sh", "-c", runs_away ? "(setsid sleep 1000 &); exec cat" : "exec cat"}, limits);
        std::string line;
        for (const std::string text : {"a", "b"}) {
          wrong +=
              (*process)->exchange(text + "\n", line, Deadline(kPatientMs)) != Exchange::kLine ||
              line != text;
        }
        (*process)->stop(round % 3 == 0 ? 0 : kPatientMs);
        wrong += !(*process)->all_gone() || !(*process)->status().known;
      }
    });
  }
  for (std::thread& worker : workers) {
    worker.join();
  }
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_EQ(count_leftovers(), 0);
}

}  // namespace
}  // namespace holdfast
