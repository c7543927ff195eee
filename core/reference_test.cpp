// The canonical check on files that hold still. Beside it: the spelling of paths in
// reference_path_test.cpp, the step of opening in reference_open_test.cpp, files that do not hold
// still in reference_race_test.cpp.
#include "core/reference.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "core/descriptor.h"
#include "core/disk_test.h"
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

TEST(Reference, IsUnchangedWhileTheBytesAreTheSame) {
  const Scratch scratch;
  ASSERT_EQ(::mkdir((scratch / "sub").c_str(), 0755), 0);
  put(scratch / "sub/file", "content");
  const ReferenceCheck check = check_reference(scratch.folder(), "sub/file", sha256_hex("content"));
  EXPECT_EQ(check.result, ReferenceResult::kUnchanged);
  EXPECT_EQ(check.reason, "");
  EXPECT_EQ(check.root, "");
  EXPECT_EQ(check.path, "sub/file");
  EXPECT_EQ(check.before_sha256, sha256_hex("content"));
  EXPECT_EQ(check.current_sha256, sha256_hex("content"));
}

TEST(Reference, IsChangedWhenAByteIs) {
  const Scratch scratch;
  put(scratch / "file", "Content");
  const ReferenceCheck check = check_reference(scratch.folder(), "file", sha256_hex("content"));
  EXPECT_EQ(in_words(check), "changed");
  EXPECT_EQ(check.before_sha256, sha256_hex("content"));
  EXPECT_EQ(check.current_sha256, sha256_hex("Content"));
}

TEST(Reference, DigestsEveryByteOfFilesOfAnySize) {
  const Scratch scratch;
  for (const std::size_t size_bytes : {0UL, 1UL, 65535UL, 65536UL, 65537UL, 3000000UL}) {
    std::string bytes(size_bytes, 'x');
    put(scratch / "file", bytes);
    EXPECT_EQ(in_words(check_reference(scratch.folder(), "file", sha256_hex(bytes))), "unchanged");
    put(scratch / "file", bytes + '\0');
    EXPECT_EQ(in_words(check_reference(scratch.folder(), "file", sha256_hex(bytes))), "changed");
  }
}

TEST(Reference, IsNeverUnchangedForADigestInAnotherSpelling) {
  const Scratch scratch;
  put(scratch / "file", "content");
  std::string upper = sha256_hex("content");
  std::transform(upper.begin(), upper.end(), upper.begin(), ::toupper);
  for (const std::string& digest :
       {upper, std::string(), sha256_hex("content") + " ", sha256_hex("content").substr(0, 63)}) {
    EXPECT_EQ(in_words(check_reference(scratch.folder(), "file", digest)), "changed") << digest;
  }
}

TEST(Reference, IsNotDecidedByTimeAndSize) {
  const Scratch scratch;
  const std::string name = scratch / "file";
  put(name, "content");
  struct stat before = {};
  ASSERT_EQ(::stat(name.c_str(), &before), 0);
  put(name, "c0ntent");
  const timespec times[2] = {before.st_atim, before.st_mtim};
  ASSERT_EQ(::utimensat(AT_FDCWD, name.c_str(), times, 0), 0);
  struct stat after = {};
  ASSERT_EQ(::stat(name.c_str(), &after), 0);
  ASSERT_EQ(before.st_size, after.st_size);
  ASSERT_EQ(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
  EXPECT_EQ(check_words(scratch, "file"), "changed");

  put(name, "content");
  const timespec others[2] = {{1, 0}, {1, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, name.c_str(), others, 0), 0);
  EXPECT_EQ(check_words(scratch, "file"), "unchanged");
}

TEST(Reference, IsMissingWhenNothingHasTheName) {
  const Scratch scratch;
  put(scratch / "file", "content");
  for (const char* path : {"none", "none/file", "file/below", "File", "file "}) {
    const ReferenceCheck check = check_reference(scratch.folder(), path, sha256_hex("content"));
    EXPECT_EQ(in_words(check), "missing not_found") << path;
    EXPECT_EQ(check.current_sha256, "");
  }
}

TEST(Reference, TakesNamesByteForByte) {
  const Scratch scratch;
  put(scratch / "caf\u00e9", "content");
  EXPECT_EQ(check_words(scratch, "caf\u00e9"), "unchanged");
  EXPECT_EQ(check_words(scratch, "cafe\u0301"), "missing not_found");
}

TEST(Reference, TakesNamesThatAreNoUtf8) {
  const Scratch scratch;
  const std::string name = "latin-\xe9-\xff";
  const Descriptor file(
      ::open((scratch / name).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.is_open()) {
    GTEST_SKIP() << "the file system takes UTF-8 names only";
  }
  put(scratch / name, "content");
  EXPECT_EQ(check_words(scratch, name), "unchanged");
}

// The root is the operator's own choice, and may be a link.
TEST(Reference, TrustsTheRootItself) {
  const Scratch scratch;
  ASSERT_EQ(::mkdir((scratch / "real").c_str(), 0755), 0);
  ASSERT_EQ(::symlink("real", (scratch / "link").c_str()), 0);
  put(scratch / "real/file", "content");
  for (const char* root : {"link", "real", "real/", "link/../real/."}) {
    EXPECT_EQ(in_words(check_reference(scratch / root, "file", sha256_hex("content"))), "unchanged")
        << root;
  }
}

TEST(Reference, IsRefusedWithoutARoot) {
  const Scratch scratch;
  put(scratch / "file", "content");
  ASSERT_EQ(::symlink("nowhere", (scratch / "dangling").c_str()), 0);
  for (const std::string& root : {std::string(), scratch / "none", scratch / "file",
                                  scratch / "dangling", scratch.folder() + std::string("\0x", 2)}) {
    EXPECT_EQ(in_words(check_reference(root, "file", sha256_hex("content"))),
              "refused root_unavailable")
        << root;
  }
}

// Links to where the file would be found all the same: no link is followed, wherever it leads.
TEST(Reference, IsRefusedBehindALinkAtAnyDepth) {
  const std::vector<std::string> parts = {"a", "b", "c", "file"};
  for (std::size_t depth = 0; depth < parts.size(); ++depth) {
    const Scratch scratch;
    ASSERT_TRUE(std::filesystem::create_directories(scratch / "a/b/c"));
    put(scratch / "a/b/c/file", "content");
    ASSERT_EQ(check_words(scratch, "a/b/c/file"), "unchanged");
    std::string link = scratch.folder();
    for (std::size_t i = 0; i <= depth; ++i) {
      link += "/" + parts[i];
    }
    ASSERT_EQ(::rename(link.c_str(), (link + "-real").c_str()), 0);
    ASSERT_EQ(::symlink((parts[depth] + "-real").c_str(), link.c_str()), 0);
    EXPECT_EQ(get(scratch / "a/b/c/file"), "content");
    EXPECT_EQ(check_words(scratch, "a/b/c/file"), "refused symbolic_link") << "depth " << depth;
  }
}

TEST(Reference, IsRefusedBehindLinksThatLeadOutOrNowhere) {
  const Scratch outside;
  put(outside / "file", "content");
  const Scratch scratch;
  ASSERT_EQ(::symlink(outside.folder().c_str(), (scratch / "out").c_str()), 0);
  ASSERT_EQ(::symlink((outside / "file").c_str(), (scratch / "out-file").c_str()), 0);
  ASSERT_EQ(::symlink("nowhere", (scratch / "dangling").c_str()), 0);
  ASSERT_EQ(::symlink("loop", (scratch / "loop").c_str()), 0);
  ASSERT_EQ(::symlink(".", (scratch / "here").c_str()), 0);
  for (const char* path : {"out/file", "out-file", "dangling", "dangling/file", "loop", "loop/file",
                           "here/here/out-file"}) {
    EXPECT_EQ(check_words(scratch, path), "refused symbolic_link") << path;
  }
}

TEST(Reference, IsRefusedBehindMagicLinks) {
  const std::string process = std::to_string(::getpid());
  for (const std::string& path :
       {process + "/root/etc/passwd", process + "/cwd", process + "/exe", process + "/fd/0",
        std::string("self/status"), std::string("thread-self/status")}) {
    EXPECT_EQ(in_words(check_reference("/proc", path, "")), "refused symbolic_link") << path;
  }
}

TEST(Reference, IsRefusedByItsSpellingEvenWhereTheFileIsThere) {
  const Scratch scratch;
  ASSERT_EQ(::mkdir((scratch / "sub").c_str(), 0755), 0);
  put(scratch / "file", "content");
  put(scratch / "two\nlines", "content");
  put(scratch / "back\\slash", "content");
  EXPECT_EQ(check_words(scratch, "sub/../file"), "refused dot_part");
  EXPECT_EQ(check_words(scratch, "./file"), "refused dot_part");
  EXPECT_EQ(check_words(scratch, "sub//file"), "refused empty_part");
  EXPECT_EQ(check_words(scratch, "file/"), "refused trailing_slash");
  EXPECT_EQ(check_words(scratch, scratch / "file"), "refused absolute_path");
  EXPECT_EQ(check_words(scratch, "two\nlines"), "refused control_character");
  EXPECT_EQ(check_words(scratch, "back\\slash"), "refused backslash");
  EXPECT_EQ(check_words(scratch, std::string_view("file\0", 5)), "refused control_character");
  EXPECT_EQ(check_words(scratch, ""), "refused empty_path");
}

TEST(Reference, IsRefusedUnderTwoNames) {
  const Scratch scratch;
  put(scratch / "file", "content");
  ASSERT_EQ(::link((scratch / "file").c_str(), (scratch / "second").c_str()), 0);
  EXPECT_EQ(check_words(scratch, "file"), "refused hard_link");
  EXPECT_EQ(check_words(scratch, "second"), "refused hard_link");
  ASSERT_EQ(::unlink((scratch / "second").c_str()), 0);
  EXPECT_EQ(check_words(scratch, "file"), "unchanged");
}

TEST(Reference, IsRefusedForAnythingButAFile) {
  const Scratch scratch;
  ASSERT_EQ(::mkdir((scratch / "folder").c_str(), 0755), 0);
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  const Descriptor listener = listen_at(scratch, "socket");
  for (const char* path : {"folder", "pipe", "socket"}) {
    EXPECT_EQ(check_words(scratch, path), "refused not_a_regular_file") << path;
  }
  for (const char* path : {"null", "zero", "pts"}) {
    EXPECT_EQ(in_words(check_reference("/dev", path, "")), "refused not_a_regular_file") << path;
  }
}

TEST(Reference, IsRefusedWithoutPermission) {
  const Scratch scratch;
  put(scratch / "private", "content");
  ASSERT_EQ(::mkdir((scratch / "closed").c_str(), 0755), 0);
  put(scratch / "closed/file", "content");
  ASSERT_EQ(::chmod((scratch / "private").c_str(), 0), 0);
  ASSERT_EQ(::chmod((scratch / "closed").c_str(), 0), 0);
  const std::string answer = without_root(scratch, [&] {
    return check_words(scratch, "private") + ", " + check_words(scratch, "closed/file");
  });
  ASSERT_EQ(::chmod((scratch / "closed").c_str(), 0755), 0);
  if (answer == kCannot) {
    GTEST_SKIP() << kNoOtherUser;
  }
  EXPECT_EQ(answer, "refused permission_denied, refused permission_denied");
}

TEST(Reference, IsTakenAtTheSizeLimitAndRefusedAboveIt) {
  const Scratch scratch;
  put(scratch / "file", "content");
  const auto at_limit = [&](std::uint64_t size_bytes_max) {
    return in_words(
        check_reference(scratch.folder(), "file", sha256_hex("content"), {size_bytes_max}));
  };
  EXPECT_EQ(at_limit(7), "unchanged");
  EXPECT_EQ(at_limit(~std::uint64_t{0}), "unchanged");
  EXPECT_EQ(at_limit(6), "refused too_large");
  EXPECT_EQ(at_limit(0), "refused too_large");
}

// How many bytes this process has read so far; -1 where the system does not tell.
long read_so_far() {
  std::ifstream io("/proc/self/io");
  std::string name;
  long count_bytes = -1;
  io >> name >> count_bytes;
  return name == "rchar:" ? count_bytes : -1;
}

TEST(Reference, IsRefusedForAHugeFileWithoutReadingIt) {
  const Scratch scratch;
  put(scratch / "huge", "");
  ASSERT_EQ(::truncate((scratch / "huge").c_str(), off_t{5} << 30), 0);
  const long before = read_so_far();
  EXPECT_EQ(check_words(scratch, "huge"), "refused too_large");
  if (before >= 0) {
    EXPECT_LT(read_so_far() - before, 1 << 20);
  }
}

// Files under /proc have size 0, so only counting what comes can hold them to a limit.
TEST(Reference, IsHeldToTheLimitWhileItIsRead) {
  const std::string version = get("/proc/version");
  ASSERT_GT(version.size(), 16U);
  EXPECT_EQ(in_words(check_reference("/proc", "version", sha256_hex(version))), "unchanged");
  EXPECT_EQ(in_words(check_reference("/proc", "version", sha256_hex(version), {version.size()})),
            "unchanged");
  const ReferenceCheck check =
      check_reference("/proc", "version", sha256_hex(version), {version.size() - 1});
  EXPECT_EQ(in_words(check), "refused too_large");
  EXPECT_EQ(check.current_sha256, "");
}

// The list of a process's mappings comes a page at a time; each page alone is within the limit.
TEST(Reference, IsHeldToTheLimitOverAllReadsTogether) {
  constexpr std::size_t kMappings = 400;
  const auto page_bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* const start =
      ::mmap(nullptr, kMappings * page_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(start, MAP_FAILED);
  for (std::size_t i = 0; i < kMappings; i += 2) {
    ASSERT_EQ(::mprotect(static_cast<char*>(start) + i * page_bytes, page_bytes, PROT_READ), 0);
  }
  const std::string path = std::to_string(::getpid()) + "/maps";
  EXPECT_EQ(in_words(check_reference("/proc", path, "")), "changed");
  EXPECT_EQ(in_words(check_reference("/proc", path, "", {page_bytes})), "refused too_large");
  ::munmap(start, kMappings * page_bytes);
}

TEST(Reference, IsRefusedWhenReadingFails) {
  const Scratch scratch;
  put(scratch / "file", "content");
  const std::string answer =
      with_failing({SYS_read}, EIO, [&] { return check_words(scratch, "file"); });
  if (answer == kCannot) {
    GTEST_SKIP() << kNoFilters;
  }
  EXPECT_EQ(answer, "refused read_failed");
}

std::size_t count_descriptors() {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    count += entry.path().empty() ? 0 : 1;
  }
  return count;
}

TEST(Reference, LeavesNothingOpen) {
  const Scratch scratch;
  put(scratch / "file", "content");
  put(scratch / "other", "other");
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  ASSERT_EQ(::symlink("file", (scratch / "link").c_str()), 0);
  const std::size_t before = count_descriptors();
  for (const char* path : {"file", "other", "pipe", "link", "none", "..", "."}) {
    check_words(scratch, path);
  }
  check_reference(scratch.folder(), "file", "", {1});
  EXPECT_EQ(count_descriptors(), before);
}

TEST(Reference, HasAWordForEveryResult) {
  EXPECT_EQ(to_text(ReferenceResult::kNotChecked), "not_checked");
  EXPECT_EQ(to_text(ReferenceResult::kUnchanged), "unchanged");
  EXPECT_EQ(to_text(ReferenceResult::kChanged), "changed");
  EXPECT_EQ(to_text(ReferenceResult::kMissing), "missing");
  EXPECT_EQ(to_text(ReferenceResult::kRefused), "refused");
}

}  // namespace
}  // namespace holdfast
