// Reading files and pipes; core/file_write_test.cpp has the writing.
#include "core/file.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "core/disk_test.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HOLDFAST_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HOLDFAST_TEST_SANITIZED 1
#endif
#endif

namespace holdfast {
namespace {

// The bytes, or the error as the user sees it.
std::string read_or_error(const std::string& path,
                          std::uint64_t size_bytes_max = kFileSizeBytesMax) {
  Result<std::string> bytes = read_file(path, size_bytes_max);
  return bytes ? *bytes : bytes.error().text();
}

TEST(ReadFile, GivesBytesAsTheyAre) {
  const Scratch scratch;
  for (const std::size_t size_bytes : {1UL, 256UL, 65535UL, 65536UL, 65537UL, 3UL << 20}) {
    const std::string bytes = every_byte(size_bytes);
    put(scratch / "file", bytes);
    EXPECT_TRUE(read_or_error(scratch / "file") == bytes) << size_bytes;
  }
}

TEST(ReadFile, GivesAnEmptyTextForAnEmptyFile) {
  const Scratch scratch;
  put(scratch / "empty", "");
  const Result<std::string> bytes = read_file(scratch / "empty");
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(*bytes, "");
}

TEST(ReadFile, TakesAFileAtTheLimitAndRefusesOneAboveIt) {
  const Scratch scratch;
  put(scratch / "file", "12345");
  EXPECT_EQ(read_or_error(scratch / "file", 5), "12345");
  const Result<std::string> refused = read_file(scratch / "file", 4);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kInput);
  EXPECT_EQ(refused.error().where, scratch / "file");
  EXPECT_EQ(refused.error().text(),
            scratch / "file" + ": is larger than the limit of 4 bytes; give a smaller file");
  EXPECT_FALSE(contains(refused.error().text(), "\n"));
}

TEST(ReadFile, TakesNothingButAnEmptyFileAtLimitZero) {
  const Scratch scratch;
  put(scratch / "empty", "");
  put(scratch / "one", "1");
  EXPECT_EQ(read_or_error(scratch / "empty", 0), "");
  EXPECT_TRUE(contains(read_or_error(scratch / "one", 0), "limit of 0 bytes"));
}

TEST(ReadFile, TakesTheLargestLimitThatThereIs) {
  const Scratch scratch;
  put(scratch / "file", "12345");
  EXPECT_EQ(read_or_error(scratch / "file", ~std::uint64_t{0}), "12345");
}

TEST(ReadFile, RefusesAHugeSparseFileByItsSize) {
  const Scratch scratch;
  put(scratch / "huge", "");
  ASSERT_EQ(::truncate((scratch / "huge").c_str(), off_t{5} << 30), 0);
  EXPECT_TRUE(contains(read_or_error(scratch / "huge"), "limit of 4294967296 bytes"));
}

TEST(ReadFile, RefusesADirectoryByName) {
  const Scratch scratch;
  EXPECT_EQ(read_or_error(scratch.folder()), scratch.folder() + ": is a directory; give a file");
  EXPECT_EQ(read_or_error(scratch.folder() + "/"),
            scratch.folder() + "/: is a directory; give a file");
}

TEST(ReadFile, SaysThatAFileIsMissing) {
  const Scratch scratch;
  ASSERT_EQ(::symlink("nowhere", (scratch / "dangling").c_str()), 0);
  put(scratch / "file", "x");
  EXPECT_EQ(read_or_error(scratch / "none"),
            scratch / "none" + ": there is no such file; check the name");
  EXPECT_EQ(read_or_error(scratch / "dangling"),
            scratch / "dangling" + ": there is no such file; check the name");
  EXPECT_EQ(read_or_error(scratch / "file/below"),
            scratch / "file/below" + ": a part of the path is not a folder; check the name");
}

TEST(ReadFile, FollowsTheUsersOwnLinks) {
  const Scratch scratch;
  put(scratch / "file", "content");
  ASSERT_EQ(::symlink("file", (scratch / "link").c_str()), 0);
  EXPECT_EQ(read_or_error(scratch / "link"), "content");
}

TEST(ReadFile, RefusesNamesThatTheSystemCannotBeAskedFor) {
  const Scratch scratch;
  put(scratch / "file", "x");
  EXPECT_EQ(read_or_error(""), "the file name is empty; give the name of a file");
  const std::string cut = scratch / "file" + std::string("\0.json", 6);
  EXPECT_TRUE(contains(read_or_error(cut), "the file name holds a NUL byte"));
  EXPECT_TRUE(contains(read_or_error(scratch / std::string(256, 'n')), "File name too long"));
}

TEST(ReadFile, SaysThatPermissionIsMissing) {
  const Scratch scratch;
  put(scratch / "private", "secret");
  ASSERT_EQ(::chmod((scratch / "private").c_str(), 0), 0);
  const std::string answer =
      without_root(scratch, [&] { return read_or_error(scratch / "private"); });
  if (answer == kCannot) {
    GTEST_SKIP() << kNoOtherUser;
  }
  EXPECT_EQ(answer, scratch / "private" + ": permission denied; allow this user to read the file");
}

TEST(ReadFile, RefusesDevicesAndSockets) {
  EXPECT_EQ(read_or_error("/dev/zero", 1000),
            "/dev/zero: is a socket or a device; give a regular file or a pipe");
  const Scratch scratch;
  const std::string name = scratch / "socket";
  const Descriptor listener = listen_at(scratch, "socket");
  EXPECT_EQ(read_or_error(name), name + ": is a socket or a device; give a regular file or a pipe");
}

TEST(ReadFile, ReadsAFileWhoseToldSizeIsZero) {
  EXPECT_TRUE(contains(read_or_error("/proc/self/status"), "Pid:"));
  EXPECT_TRUE(contains(read_or_error("/proc/self/status", 8), "limit of 8 bytes"));
}

TEST(ReadFile, EndsWithAnErrorWhenAFileGrowsPastTheLimit) {
  const Scratch scratch;
  constexpr std::uint64_t kLimitBytes = 4 << 20;
  put(scratch / "growing", "start");
  std::thread writer([&] {
    std::ofstream file(scratch / "growing", std::ios::app);
    const std::string part(8192, 'x');
    for (std::uint64_t size = 0; size <= kLimitBytes; size += part.size()) {
      file << part << std::flush;
    }
  });
  std::string answer;
  do {
    answer = read_or_error(scratch / "growing", kLimitBytes);
  } while (answer.substr(0, 5) == "start");
  writer.join();
  EXPECT_TRUE(contains(answer, "is larger than the limit of 4194304 bytes"))
      << answer.substr(0, 200);
}

TEST(ReadFile, SaysThatAFileDoesNotFitIntoMemory) {
#ifdef HOLDFAST_TEST_SANITIZED
  GTEST_SKIP() << "sanitizers need the address space";
#endif
  const Scratch scratch;
  put(scratch / "huge", "");
  ASSERT_EQ(::truncate((scratch / "huge").c_str(), off_t{3} << 30), 0);
  EXPECT_EQ(in_child([&]() -> std::string {
              const rlimit limit = {1UL << 30, 1UL << 30};
              ::setrlimit(RLIMIT_AS, &limit);
              return read_or_error(scratch / "huge");
            }),
            scratch / "huge" + ": does not fit into memory; give a smaller file");
}

TEST(ReadFile, SaysThatTheDiskFailed) {
  const Scratch scratch;
  put(scratch / "file", "x");
  const std::string answer =
      with_failing({SYS_read}, EIO, [&] { return read_or_error(scratch / "file"); });
  if (answer == kCannot) {
    GTEST_SKIP() << kNoFilters;
  }
  EXPECT_EQ(answer,
            scratch / "file" +
                ": cannot be read (Input/output error); check the disk and the permissions");
}

// Waits until the thread sleeps in a system call, as the kernel tells it. Given up after a while,
// so that a reader that has ended fails the test and does not hang it.
void wait_until_asleep(pid_t thread) {
  const std::string name = "/proc/self/task/" + std::to_string(thread) + "/stat";
  for (int i = 0; i < 20000; ++i) {
    const std::string status = get(name);
    const std::size_t end_of_name = status.rfind(") ");
    if (end_of_name != std::string::npos && status.substr(end_of_name + 2, 1) == "S") {
      return;
    }
    ::sched_yield();
  }
}

std::atomic<int> signals{0};
void count_signal(int) { ++signals; }

// Signals hit the reader while it waits for the pipe to be opened, and again while it waits for
// bytes.
TEST(ReadFile, ReadsAPipeThroughSignals) {
  const Scratch scratch;
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  struct sigaction action = {};
  action.sa_handler = count_signal;  // without SA_RESTART: calls do return EINTR
  struct sigaction before = {};
  ASSERT_EQ(::sigaction(SIGUSR1, &action, &before), 0);
  signals = 0;
  const std::string bytes = every_byte(50);
  const pthread_t reader = ::pthread_self();
  const pid_t reader_number = ::gettid();
  std::thread writer([&] {
    const auto disturb = [&] {
      wait_until_asleep(reader_number);
      ::pthread_kill(reader, SIGUSR1);
      wait_until_asleep(reader_number);
    };
    disturb();
    const int pipe = ::open((scratch / "pipe").c_str(), O_WRONLY | O_CLOEXEC);
    for (const char byte : bytes) {
      disturb();
      EXPECT_EQ(::write(pipe, &byte, 1), 1);
    }
    ::close(pipe);
  });
  const std::string read = read_or_error(scratch / "pipe");
  // Had the reader given up, the writer would wait for another one.
  const int other_reader = ::open((scratch / "pipe").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  writer.join();
  ::close(other_reader);
  ::sigaction(SIGUSR1, &before, nullptr);
  EXPECT_TRUE(read == bytes) << read;
  EXPECT_GT(signals, 0);
}

// Runs with `file` as standard input, in a child.
std::string read_standard_input(int file, std::uint64_t size_bytes_max = kFileSizeBytesMax) {
  return in_child([&] {
    ::dup2(file, STDIN_FILENO);
    return read_or_error("-", size_bytes_max);
  });
}

TEST(ReadFile, ReadsStandardInput) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  ASSERT_EQ(::write(ends[1], "piped", 5), 5);
  ::close(ends[1]);
  EXPECT_EQ(read_standard_input(ends[0]), "piped");
  EXPECT_EQ(read_standard_input(ends[0]), "");
  ::close(ends[0]);
}

TEST(ReadFile, HoldsStandardInputToTheLimit) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  ASSERT_EQ(::write(ends[1], "piped", 5), 5);
  ::close(ends[1]);
  EXPECT_EQ(read_standard_input(ends[0], 4),
            "standard input: is larger than the limit of 4 bytes; give a smaller file");
  ::close(ends[0]);
}

TEST(ReadFile, ReadsASocketAsStandardInput) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  ASSERT_EQ(::write(ends[1], "sent", 4), 4);
  ::close(ends[1]);
  EXPECT_EQ(read_standard_input(ends[0]), "sent");
  ::close(ends[0]);
}

TEST(ReadFile, TakesAnEmptyDeviceOnlyAsStandardInput) {
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  EXPECT_EQ(read_standard_input(null), "");
  ::close(null);
}

TEST(ReadFile, RefusesADirectoryAsStandardInput) {
  const Scratch scratch;
  const int folder = ::open(scratch.folder().c_str(), O_RDONLY | O_CLOEXEC);
  EXPECT_EQ(read_standard_input(folder), "standard input: is a directory; give a file");
  ::close(folder);
}

TEST(ReadFile, SaysThatStandardInputIsClosed) {
  EXPECT_EQ(in_child([] {
              ::close(STDIN_FILENO);
              return read_or_error("-");
            }),
            "standard input: cannot be read (Bad file descriptor); give a file");
}

TEST(ReadFile, WaitsForAPipeThatIsNonBlocking) {
  const std::string bytes = every_byte(50);
  const std::string answer = in_child([&] {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
      return std::string(kCannot);
    }
    ::dup2(ends[0], STDIN_FILENO);
    const pid_t reader_number = ::gettid();
    std::thread writer([&] {
      for (const char byte : bytes) {
        wait_until_asleep(reader_number);
        EXPECT_EQ(::write(ends[1], &byte, 1), 1);
      }
      ::close(ends[1]);
    });
    const std::string read = read_or_error("-");
    writer.join();
    return read;
  });
  EXPECT_TRUE(answer == bytes) << answer;
}

}  // namespace
}  // namespace holdfast
