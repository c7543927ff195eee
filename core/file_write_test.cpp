// Writing files and making folders; core/file_test.cpp has the reading.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "core/disk_test.h"
#include "core/file.h"

namespace holdfast {
namespace {

std::string write_or_error(const std::string& path, std::string_view bytes) {
  const Result<Done> done = write_file(path, bytes);
  return done ? "done" : done.error().text();
}

std::string make_or_error(const std::string& path) {
  const Result<Done> done = make_directory(path);
  return done ? "done" : done.error().text();
}

TEST(WriteFile, WritesBytesAsTheyAre) {
  const Scratch scratch;
  for (const std::size_t size_bytes : {0UL, 1UL, 256UL, 5UL << 20}) {
    const std::string bytes = every_byte(size_bytes);
    ASSERT_EQ(write_or_error(scratch / "file", bytes), "done");
    EXPECT_TRUE(get(scratch / "file") == bytes) << size_bytes;
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"file"});
  }
}

TEST(WriteFile, TakesRelativeNames) {
  const Scratch scratch;
  EXPECT_EQ(in_child([&]() -> std::string {
              return ::chdir(scratch.folder().c_str()) == 0 ? write_or_error("here", "x") : "no";
            }),
            "done");
  EXPECT_EQ(get(scratch / "here"), "x");
}

mode_t mode_of(const std::string& path) {
  struct stat status = {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

TEST(WriteFile, KeepsThePermissionsOfTheOldFile) {
  const Scratch scratch;
  for (const mode_t mode : {0600U, 0640U, 0755U}) {
    put(scratch / "file", "old");
    ASSERT_EQ(::chmod((scratch / "file").c_str(), mode), 0);
    ASSERT_EQ(write_or_error(scratch / "file", "new"), "done");
    EXPECT_EQ(mode_of(scratch / "file"), mode);
  }
}

TEST(WriteFile, GivesANewFileTheUsualPermissions) {
  const Scratch scratch;
  const mode_t mask = ::umask(027);
  EXPECT_EQ(write_or_error(scratch / "file", "new"), "done");
  ::umask(mask);
  EXPECT_EQ(mode_of(scratch / "file"), 0640U);
}

TEST(WriteFile, RefusesNamesOfFolders) {
  const Scratch scratch;
  ASSERT_EQ(::mkdir((scratch / "sub").c_str(), 0700), 0);
  for (const char* name : {"sub/", "sub/.", "sub/.."}) {
    EXPECT_EQ(write_or_error(scratch / name, "x"),
              scratch / name + ": names a folder; give a file name");
  }
  EXPECT_EQ(write_or_error(scratch / "sub", "x"),
            scratch / "sub" + ": is a directory; give a file name");
  EXPECT_EQ(write_or_error("/proc", "x"), "/proc: is a directory; give a file name");
  EXPECT_EQ(write_or_error("", "x"), "the file name is empty; give a file name");
  EXPECT_TRUE(contains(write_or_error(scratch / std::string("a\0b", 3), "x"), "NUL byte"));
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"sub"});
}

TEST(WriteFile, SaysThatTheFolderIsMissing) {
  const Scratch scratch;
  const Result<Done> done = write_file(scratch / "none/file", "x");
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, ErrorCode::kOutput);
  EXPECT_EQ(done.error().text(),
            scratch / "none/file" +
                ": cannot be written (open the folder: No such file or directory); "
                "make the folder first");
}

// Renaming over a device or a link as root would take it from everybody.
TEST(WriteFile, ReplacesNothingButRegularFiles) {
  const Scratch scratch;
  put(scratch / "file", "old");
  ASSERT_EQ(::symlink("file", (scratch / "link").c_str()), 0);
  ASSERT_EQ(::symlink("nowhere", (scratch / "dangling").c_str()), 0);
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  EXPECT_TRUE(contains(write_or_error(scratch / "link", "x"), "is a symbolic link"));
  EXPECT_TRUE(contains(write_or_error(scratch / "dangling", "x"), "is a symbolic link"));
  EXPECT_TRUE(contains(write_or_error(scratch / "pipe", "x"), "is not a regular file"));
  EXPECT_EQ(get(scratch / "file"), "old");
  EXPECT_EQ(scratch.names(), (std::vector<std::string>{"dangling", "file", "link", "pipe"}));
}

TEST(WriteFile, PassesOverTemporaryFilesOfKilledPrograms) {
  const Scratch scratch;
  const std::string stem = ".holdfast-" + std::to_string(::getpid()) + "-";
  constexpr int kLeft = 300;
  for (int i = 1; i <= kLeft; ++i) {
    put(scratch / (stem + std::to_string(i) + ".tmp"), "left");
  }
  EXPECT_EQ(write_or_error(scratch / "file", "x"), "done");
  EXPECT_EQ(get(scratch / "file"), "x");
  EXPECT_EQ(scratch.names().size(), kLeft + 1U);
  EXPECT_EQ(get(scratch / (stem + "1.tmp")), "left");
}

// Each failure below has to leave the old file as it was and nothing beside it.
void expect_only_the_old_file(const Scratch& scratch) {
  EXPECT_EQ(get(scratch / "file"), "old");
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"file"});
}

TEST(WriteFile, KeepsTheOldFileAtASizeLimit) {
  const Scratch scratch;
  put(scratch / "file", "old");
  EXPECT_EQ(in_child([&] {
              ::signal(SIGXFSZ, SIG_IGN);
              const rlimit limit = {100000, 100000};
              ::setrlimit(RLIMIT_FSIZE, &limit);
              return write_or_error(scratch / "file", every_byte(200000));
            }),
            scratch / "file" +
                ": cannot be written (write: File too large); make room there, or raise the limit");
  expect_only_the_old_file(scratch);
}

TEST(WriteFile, KeepsTheOldFileOnAFullDisk) {
  const Scratch scratch;
  const std::string answer = in_child([&]() -> std::string {
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("none", scratch.folder().c_str(), "tmpfs", 0, "size=64k") != 0) {
      return std::string(kCannot);
    }
    put(scratch / "file", "old");
    const std::string error = write_or_error(scratch / "file", every_byte(200000));
    const bool kept = get(scratch / "file") == "old" && scratch.names().size() == 1;
    return error + (kept ? " (kept)" : " (lost)");
  });
  if (answer == kCannot) {
    GTEST_SKIP() << "mounting a small disk needs root";
  }
  EXPECT_EQ(answer, scratch / "file" +
                        ": cannot be written (write: No space left on device); "
                        "make room there, or raise the limit (kept)");
}

TEST(WriteFile, KeepsTheOldFileWhicheverStepFails) {
  struct Fault {
    std::vector<long> system_calls;
    std::string step;
  };
  const std::vector<Fault> faults = {
      {{SYS_write}, "write"},
      {{SYS_fchmod}, "set the permissions"},
      {{SYS_fsync}, "sync"},
#ifdef SYS_renameat
      {{SYS_renameat, SYS_renameat2}, "rename"},
#else
      {{SYS_renameat2}, "rename"},
#endif
  };
  for (const auto& [system_calls, step] : faults) {
    const Scratch scratch;
    put(scratch / "file", "old");
    const std::string answer =
        with_failing(system_calls, EIO, [&] { return write_or_error(scratch / "file", "new"); });
    if (answer == kCannot) {
      GTEST_SKIP() << kNoFilters;
    }
    EXPECT_EQ(answer, scratch / "file" + ": cannot be written (" + step +
                          ": Input/output error); check the disk, or give another place");
    expect_only_the_old_file(scratch);
  }
}

// Writes "new" while only the sync of the folder fails. The folder is opened before the temporary
// file, and so gets the lowest free number.
std::string write_without_folder_sync(const Scratch& scratch, int error_number) {
  return in_child([&]() -> std::string {
    const int lowest_free = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::close(lowest_free);
    return fail_system_call(SYS_fsync, error_number, lowest_free)
               ? write_or_error(scratch / "file", "new")
               : std::string(kCannot);
  });
}

TEST(WriteFile, SaysThatTheFileIsThereWhenOnlyTheFolderFailsToSync) {
  const Scratch scratch;
  put(scratch / "file", "old");
  const std::string answer = write_without_folder_sync(scratch, EIO);
  if (answer == kCannot) {
    GTEST_SKIP() << kNoFilters;
  }
  EXPECT_EQ(answer, scratch / "file" +
                        ": was written, but a power failure may undo it (sync of the folder: "
                        "Input/output error); check the disk and write it again");
  EXPECT_EQ(get(scratch / "file"), "new");
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"file"});
}

TEST(WriteFile, TakesAFolderThatHasNoSync) {
  const Scratch scratch;
  const std::string answer = write_without_folder_sync(scratch, EINVAL);
  if (answer == kCannot) {
    GTEST_SKIP() << kNoFilters;
  }
  EXPECT_EQ(answer, "done");
  EXPECT_EQ(get(scratch / "file"), "new");
}

TEST(WriteFile, WritesNothingIntoAReadOnlyFolder) {
  const Scratch scratch;
  put(scratch / "file", "old");
  ASSERT_EQ(::chmod((scratch / "file").c_str(), 0666), 0);
  ASSERT_EQ(::chmod(scratch.folder().c_str(), 0555), 0);
  const std::string answer =
      without_root(scratch, [&] { return write_or_error(scratch / "file", "new"); });
  ASSERT_EQ(::chmod(scratch.folder().c_str(), 0755), 0);
  if (answer == kCannot) {
    GTEST_SKIP() << kNoOtherUser;
  }
  EXPECT_EQ(answer, scratch / "file" +
                        ": cannot be written (make a temporary file: Permission denied); "
                        "give a place that this user may write to");
  expect_only_the_old_file(scratch);
}

TEST(WriteFile, LeavesAReadOnlyFileAlone) {
  const Scratch scratch;
  put(scratch / "file", "old");
  ASSERT_EQ(::chmod((scratch / "file").c_str(), 0444), 0);
  ASSERT_EQ(::chmod(scratch.folder().c_str(), 0777), 0);
  const std::string answer =
      without_root(scratch, [&] { return write_or_error(scratch / "file", "new"); });
  if (answer == kCannot) {
    GTEST_SKIP() << kNoOtherUser;
  }
  EXPECT_TRUE(contains(answer, "the old file is read-only")) << answer;
  expect_only_the_old_file(scratch);
}

TEST(WriteFile, ShowsReadersTheOldOrTheNewFileAndNothingElse) {
  const Scratch scratch;
  const std::string one(100000, '1');
  const std::string two(150000, '2');
  put(scratch / "file", one);
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    for (int i = 0; i < 200; ++i) {
      EXPECT_EQ(write_or_error(scratch / "file", i % 2 == 0 ? two : one), "done");
    }
    stop = true;
  });
  while (!stop) {
    const std::string bytes = get(scratch / "file");
    EXPECT_TRUE(bytes == one || bytes == two) << bytes.substr(0, 200);
  }
  writer.join();
}

TEST(MakeDirectory, MakesParentsToo) {
  const Scratch scratch;
  for (const char* name : {"a", "b/c/d", "e/", "f//g", "h/./i", "b/c/../k"}) {
    EXPECT_EQ(make_or_error(scratch / name), "done");
    EXPECT_TRUE(std::filesystem::is_directory(scratch / name)) << name;
  }
  EXPECT_EQ(make_or_error("/"), "done");
}

TEST(MakeDirectory, TakesRelativeNames) {
  const Scratch scratch;
  EXPECT_EQ(in_child([&]() -> std::string {
              return ::chdir(scratch.folder().c_str()) == 0 ? make_or_error("a/b") : "no";
            }),
            "done");
  EXPECT_TRUE(std::filesystem::is_directory(scratch / "a/b"));
}

TEST(MakeDirectory, TakesAFolderThatIsThere) {
  const Scratch scratch;
  ASSERT_EQ(::mkdir((scratch / "real").c_str(), 0755), 0);
  ASSERT_EQ(::symlink("real", (scratch / "link").c_str()), 0);
  EXPECT_EQ(make_or_error(scratch / "real"), "done");
  EXPECT_EQ(make_or_error(scratch / "link/below"), "done");
  EXPECT_TRUE(std::filesystem::is_directory(scratch / "real/below"));
}

TEST(MakeDirectory, RefusesWhatIsNoFolder) {
  const Scratch scratch;
  put(scratch / "file", "x");
  ASSERT_EQ(::symlink("nowhere", (scratch / "dangling").c_str()), 0);
  const std::string in_the_way = ": is there, and is not a folder; give another name";
  EXPECT_EQ(make_or_error(scratch / "file"), scratch / "file" + in_the_way);
  EXPECT_EQ(make_or_error(scratch / "file/a/b"), scratch / "file" + in_the_way);
  EXPECT_EQ(make_or_error(scratch / "dangling"), scratch / "dangling" + in_the_way);
  EXPECT_EQ(make_or_error(""), "the file name is empty; give the name of a folder");
  EXPECT_EQ(get(scratch / "file"), "x");
}

TEST(MakeDirectory, SaysThatPermissionIsMissing) {
  const Scratch scratch;
  ASSERT_EQ(::chmod(scratch.folder().c_str(), 0555), 0);
  const std::string answer = without_root(scratch, [&] { return make_or_error(scratch / "a/b"); });
  ASSERT_EQ(::chmod(scratch.folder().c_str(), 0755), 0);
  if (answer == kCannot) {
    GTEST_SKIP() << kNoOtherUser;
  }
  EXPECT_EQ(answer, scratch / "a" +
                        ": the folder cannot be made (Permission denied); "
                        "give a place that this user may write to");
}

}  // namespace
}  // namespace holdfast
