// The canonical check's one step of opening: what the system answers, and what becomes of it.
#include "core/reference_open.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>

#include <csignal>

#include "core/descriptor.h"
#include "core/disk_test.h"
#include "core/reference.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

// "result" or "result reason".
std::string in_words(const ReferenceCheck& check) {
  const std::string result(to_text(check.result));
  return check.reason.empty() ? result : result + " " + check.reason;
}

// Compares with the digest of "content".
std::string check_words(const Scratch& scratch, std::string_view path) {
  return in_words(check_reference(scratch.folder(), path, sha256_hex("content")));
}

// The grammar stops these first; the system would as well.
TEST(ReferenceOpen, NeverOpensAboveTheRoot) {
  const Scratch scratch;
  ASSERT_EQ(::mkdir((scratch / "root").c_str(), 0755), 0);
  put(scratch / "file", "content");
  const Descriptor root(::open((scratch / "root").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (const std::string& path : {std::string("../file"), scratch / "file"}) {
    EXPECT_EQ(internal::open_beneath(root.get(), path.c_str()), -1);
    EXPECT_EQ(errno, EXDEV) << path;
  }
}

TEST(ReferenceOpen, NeitherBlocksNorOutlivesTheProgram) {
  const Scratch scratch;
  put(scratch / "file", "content");
  const Descriptor root(::open(scratch.folder().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const Descriptor file(internal::open_beneath(root.get(), "file"));
  ASSERT_TRUE(file.is_open());
  EXPECT_NE(::fcntl(file.get(), F_GETFD) & FD_CLOEXEC, 0);
  EXPECT_NE(::fcntl(file.get(), F_GETFL) & O_NONBLOCK, 0);
}

// The true call, on a readable file: nothing else is tried in its place.
TEST(ReferenceOpen, IsRefusedWhereTheSystemHasNoOpenat2) {
  const Scratch scratch;
  put(scratch / "file", "content");
  for (const int error_number : {ENOSYS, EPERM, EINVAL}) {
    const std::string answer =
        with_failing({SYS_openat2}, error_number, [&] { return check_words(scratch, "file"); });
    if (answer == kCannot) {
      GTEST_SKIP() << kNoFilters;
    }
    EXPECT_EQ(answer, "refused openat2_unavailable") << error_number;
  }
}

// A lease makes the open of any other process wait up to 45 seconds, or fail at once with EAGAIN.
TEST(ReferenceOpen, DoesNotWaitForALease) {
  const Scratch scratch;
  put(scratch / "file", "content");
  const std::string answer = in_child([&]() -> std::string {
    ::signal(SIGIO, SIG_IGN);
    const Descriptor holder(::open((scratch / "file").c_str(), O_RDWR | O_CLOEXEC));
    if (::fcntl(holder.get(), F_SETLEASE, F_WRLCK) != 0) {
      return std::string(kCannot);
    }
    return check_words(scratch, "file");
  });
  if (answer == kCannot) {
    GTEST_SKIP() << "the file system has no leases";
  }
  EXPECT_EQ(answer, "refused busy");
}

std::string check_with(const Scratch& scratch, const internal::OpenBeneath& open) {
  return in_words(
      internal::check_reference(open, scratch.folder(), "file", sha256_hex("content"), {}));
}

TEST(ReferenceOpen, HasAnAnswerToEveryErrorOfTheOpen) {
  const Scratch scratch;
  put(scratch / "file", "content");
  const std::vector<std::pair<int, std::string>> answers = {
      {ENOENT, "missing not_found"},
      {ENOTDIR, "missing not_found"},
      {ELOOP, "refused symbolic_link"},
      {EXDEV, "refused outside_root"},
      {EACCES, "refused permission_denied"},
      {ENAMETOOLONG, "refused path_too_long"},
      {ENXIO, "refused not_a_regular_file"},
      {ENODEV, "refused not_a_regular_file"},
      {ENOSYS, "refused openat2_unavailable"},
      {EPERM, "refused openat2_unavailable"},
      {EINVAL, "refused openat2_unavailable"},
      {EAGAIN, "refused busy"},
      {EINTR, "refused busy"},
      {EMFILE, "refused open_failed"},
      {ENOMEM, "refused open_failed"},
      {EIO, "refused open_failed"},
  };
  for (const auto& [error_number, words] : answers) {
    EXPECT_EQ(check_with(scratch,
                         [number = error_number](int, const char*) {
                           errno = number;
                           return -1;
                         }),
              words)
        << error_number;
  }
  for (int error_number = 1; error_number < 134; ++error_number) {
    const std::string words = check_with(scratch, [error_number](int, const char*) {
      errno = error_number;
      return -1;
    });
    EXPECT_TRUE(words.starts_with("refused ") || words == "missing not_found") << error_number;
  }
}

TEST(ReferenceOpen, TriesAgainAsTheSystemAsksAndNotForEver) {
  const Scratch scratch;
  put(scratch / "file", "content");
  for (const int error_number : {EAGAIN, EINTR}) {
    int calls = 0;
    const auto fails_until = [&](int last) {
      return [&, last](int root, const char* path) {
        errno = error_number;
        return ++calls <= last ? -1 : internal::open_beneath(root, path);
      };
    };
    EXPECT_EQ(check_with(scratch, fails_until(3)), "unchanged");
    EXPECT_EQ(calls, 4);
    calls = 0;
    EXPECT_EQ(check_with(scratch, fails_until(internal::kOpenAttemptsMax)), "refused busy");
    EXPECT_EQ(calls, internal::kOpenAttemptsMax);
  }
}

// Between the open and the look at the file, a careful writer renames the next version over it.
TEST(ReferenceOpen, OpensTheNewFileWhenTheOldOneHasJustBeenReplaced) {
  const Scratch scratch;
  put(scratch / "file", "old");
  int calls = 0;
  EXPECT_EQ(check_with(scratch,
                       [&](int root, const char* path) {
                         const int file = internal::open_beneath(root, path);
                         if (++calls == 1) {
                           put(scratch / "next", "content");
                           EXPECT_EQ(
                               ::rename((scratch / "next").c_str(), (scratch / "file").c_str()), 0);
                         }
                         return file;
                       }),
            "unchanged");
  EXPECT_EQ(calls, 2);
}

TEST(ReferenceOpen, IsMissingWhenTheFileHasJustBeenRemoved) {
  const Scratch scratch;
  put(scratch / "file", "content");
  EXPECT_EQ(check_with(scratch,
                       [&](int root, const char* path) {
                         const int file = internal::open_beneath(root, path);
                         ::unlink((scratch / "file").c_str());
                         return file;
                       }),
            "missing not_found");
}

}  // namespace
}  // namespace holdfast
