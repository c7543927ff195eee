// The store when its process is killed: a child does one step of the store's life under ptrace and
// gets SIGKILL at the entry of its n-th system call, which then is not made, for every n until the
// child comes to its end. What is left in the folder has to be the old or the new generation, whole
// and current, every candidate readable, and the store has to go on from there.
//
// Killing loses no cache, so this shows the order of the steps and not power loss
// (core/store_disk_test.cpp). Where the system lets nobody trace, the test is skipped; the second
// one, where the child kills itself before each call of the seam, needs no tracing.
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

#include <cstdio>
#include <map>

#include "core/store_test.h"

namespace holdfast {
namespace {

constexpr int kAcknowledged = 0;
constexpr int kNotAcknowledged = 1;
constexpr int kCannotBeTraced = 77;
constexpr std::uint64_t kCallsMax = 5000;

struct Ended {
  bool killed = false;
  bool acknowledged = false;
  bool untraceable = false;
  long killed_before = -1;  // the number of the system call that was not made
};

Ended ended(int status) {
  Ended end;
  end.killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  end.acknowledged = WIFEXITED(status) && WEXITSTATUS(status) == kAcknowledged;
  end.untraceable = WIFEXITED(status) && WEXITSTATUS(status) == kCannotBeTraced;
  return end;
}

[[noreturn]] void do_step_and_exit(const std::string& folder, const StoreScene& scene,
                                   const StoreStep& step, const HookedFileSystem::Hook& before) {
  const auto disk = store_disk(folder);
  HookedFileSystem hooked(*disk);
  hooked.before = before;
  Store store(hooked, "step");
  ::_exit(step.run(store, scene) ? kAcknowledged : kNotAcknowledged);
}

pid_t start_traced(const std::string& folder, const StoreScene& scene, const StoreStep& step) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) {
      ::_exit(kCannotBeTraced);
    }
    ::raise(SIGSTOP);
    do_step_and_exit(folder, scene, step, nullptr);
  }
  return child;
}

// The child, killed at the entry of its `at`-th system call after the stop.
Ended run_and_kill(const std::string& folder, const StoreScene& scene, const StoreStep& step,
                   std::uint64_t at) {
  const pid_t child = start_traced(folder, scene, step);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  if (!WIFSTOPPED(status)) {
    return ended(status);
  }
  const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL;
  EXPECT_EQ(::ptrace(PTRACE_SETOPTIONS, child, nullptr, options), 0);
  std::uint64_t entries = 0;
  for (;;) {
    EXPECT_EQ(::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr), 0);
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    if (!WIFSTOPPED(status)) {
      return ended(status);
    }
    __ptrace_syscall_info info = {};
    const long size = ::ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info);
    if (size <= 0) {
      ::kill(child, SIGKILL);
      EXPECT_EQ(::waitpid(child, &status, 0), child);
      return {.untraceable = true};
    }
    if (info.op == PTRACE_SYSCALL_INFO_ENTRY && ++entries == at) {
      EXPECT_EQ(::kill(child, SIGKILL), 0);
      EXPECT_EQ(::waitpid(child, &status, 0), child);
      Ended end = ended(status);
      end.killed_before = static_cast<long>(info.entry.nr);
      return end;
    }
  }
}

Ended run_and_kill_itself(const std::string& folder, const StoreScene& scene, const StoreStep& step,
                          std::uint64_t at) {
  const pid_t child = ::fork();
  if (child == 0) {
    do_step_and_exit(folder, scene, step, [at](DiskCall, std::uint64_t call) {
      return call == at ? ::raise(SIGKILL) : 0;
    });
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return ended(status);
}

using RunAndKill = Ended (*)(const std::string&, const StoreScene&, const StoreStep&,
                             std::uint64_t);

struct Counted {
  std::size_t points = 0;
  std::map<long, std::size_t> killed_before;
  bool untraceable = false;
};

void kill_everywhere(const StoreTemplates& templates, const std::string& folder,
                     const StoreStep& step, RunAndKill run, Counted& counted) {
  const StoreScene& scene = templates.scene(step.stage);
  for (std::uint64_t at = 1; at < kCallsMax; ++at) {
    templates.copy(step.stage, folder);
    const Ended end = run(folder, scene, step, at);
    if (end.untraceable) {
      counted.untraceable = true;
      return;
    }
    ASSERT_EQ(store_breach(folder, scene, step, end.acknowledged), "")
        << step.name << " killed before call " << at;
    if (!end.killed) {
      EXPECT_TRUE(end.acknowledged) << step.name << " without being killed";
      return;
    }
    ++counted.points;
    ++counted.killed_before[end.killed_before];
  }
  FAIL() << step.name << " never came to an end";
}

TEST(StoreKill, KeepsItsPromisesWhicheverSystemCallIsTheLast) {
  const MemoryScratch scratch;
  const StoreTemplates templates(scratch.folder());
  Counted counted;
  for (const StoreStep& step : store_steps()) {
    kill_everywhere(templates, scratch / "case", step, run_and_kill, counted);
    if (counted.untraceable) {
      GTEST_SKIP() << "this system does not let a test trace its own child";
    }
  }
  std::printf("%zu crash points:", counted.points);
  for (const auto& [number, points] : counted.killed_before) {
    std::printf(" call %ld %zu", number, points);
  }
  std::printf("\n");
  EXPECT_GE(counted.points, 1000U);
  for (const long number : {SYS_openat2, SYS_read, SYS_write, SYS_fsync, SYS_flock, SYS_renameat2,
                            SYS_unlinkat, SYS_mkdirat, SYS_getdents64, SYS_close}) {
    EXPECT_GT(counted.killed_before[number], 0U) << "never killed before system call " << number;
  }
}

TEST(StoreKill, KeepsItsPromisesWhicheverCallOfTheSeamIsTheLast) {
  const MemoryScratch scratch;
  const StoreTemplates templates(scratch.folder());
  Counted counted;
  for (const StoreStep& step : store_steps()) {
    kill_everywhere(templates, scratch / "case", step, run_and_kill_itself, counted);
  }
  std::printf("%zu crash points\n", counted.points);
  EXPECT_GT(counted.points, 500U);
}

// Killed, and whoever recovers is killed, too, at each of its calls: for every state that the first
// kill can leave.
TEST(SlowStoreKill, KeepsItsPromisesWhereRecoveringIsKilledToo) {
  const MemoryScratch scratch;
  const StoreTemplates templates(scratch.folder());
  const StoreScene& scene = templates.scene(StoreStage::kJudged);
  const std::vector<StoreStep> steps = store_steps();
  const auto named = [&](const char* name) {
    return *std::find_if(steps.begin(), steps.end(),
                         [&](const StoreStep& step) { return step.name == name; });
  };
  const StoreStep promote = named("promote");
  const StoreStep recover = named("recover");
  std::size_t points = 0;
  bool first_killed = true;
  for (std::uint64_t first = 1; first_killed; ++first) {
    bool second_killed = true;
    for (std::uint64_t second = 1; second_killed; ++second) {
      templates.copy(StoreStage::kJudged, scratch / "case");
      first_killed = run_and_kill_itself(scratch / "case", scene, promote, first).killed;
      second_killed = run_and_kill_itself(scratch / "case", scene, recover, second).killed;
      ASSERT_EQ(store_breach(scratch / "case", scene, promote, !first_killed), "")
          << "killed before call " << first << " and then before " << second;
      ++points;
    }
  }
  std::printf("%zu pairs of crash points\n", points);
  EXPECT_GT(points, 1000U);
}

}  // namespace
}  // namespace holdfast
