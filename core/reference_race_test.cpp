// The canonical check while somebody else works on the very folder: a second thread exchanges what
// is beneath the root for a link out of it, as fast as it can. An escape is a check that read the
// file outside.
//
// The same loop has to convict the implementation that everybody writes first (resolve, compare the
// beginning, open); a race test that nothing fails would prove nothing.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <thread>

#include "core/disk_test.h"
#include "core/file.h"
#include "core/reference.h"
#include "core/reference_open.h"
#include "core/sha256.h"

namespace holdfast {
namespace {

// Exchanges two names until it goes out of scope.
class Flipper {
 public:
  Flipper(std::string one, std::string other) : one_(std::move(one)), other_(std::move(other)) {
    works_ = flip();
    if (works_) {
      thread_ = std::thread([this] {
        while (!stop_) {
          flip();
        }
      });
    }
  }
  ~Flipper() {
    stop_ = true;
    if (thread_.joinable()) {
      thread_.join();
    }
  }
  Flipper(const Flipper&) = delete;
  Flipper& operator=(const Flipper&) = delete;

  bool works() const { return works_; }

 private:
  bool flip() {
    return ::renameat2(AT_FDCWD, one_.c_str(), AT_FDCWD, other_.c_str(), RENAME_EXCHANGE) == 0;
  }

  std::string one_;
  std::string other_;
  bool works_ = false;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

// root/folder/file, beside it a link to a folder outside; root/plain, beside it a link to a file
// outside.
class Trap {
 public:
  Trap() {
    std::filesystem::create_directories(scratch_ / "root/folder");
    std::filesystem::create_directories(scratch_ / "outside");
    put(scratch_ / "root/folder/file", "inside");
    put(scratch_ / "root/plain", "inside");
    put(scratch_ / "outside/file", "outside");
    std::filesystem::create_symlink(scratch_ / "outside", scratch_ / "root/folder-link");
    std::filesystem::create_symlink(scratch_ / "outside/file", scratch_ / "root/plain-link");
  }
  std::string root() const { return scratch_ / "root"; }

 private:
  Scratch scratch_;
};

struct Counts {
  std::uint64_t checks = 0;
  std::uint64_t inside = 0;
  std::uint64_t links = 0;    // refused for the link
  std::uint64_t escapes = 0;  // read the file outside
  std::string other;          // the first answer that is none of these
};

void count(const ReferenceCheck& check, Counts& counts) {
  static const std::string kInside = sha256_hex("inside");
  static const std::string kOutside = sha256_hex("outside");
  ++counts.checks;
  if (check.result == ReferenceResult::kUnchanged && check.current_sha256 == kInside) {
    ++counts.inside;
  } else if (check.current_sha256 == kOutside) {
    ++counts.escapes;
  } else if (check.result == ReferenceResult::kRefused && check.reason == "symbolic_link") {
    ++counts.links;
  } else if (counts.other.empty()) {
    counts.other = std::string(to_text(check.result)) + " " + check.reason;
  }
}

// Where the two threads share one core, they may not meet for a while.
constexpr std::uint64_t kChecksMax = 5'000'000;

bool expect_no_escape(const std::string& name, const std::string& path, std::uint64_t checks) {
  const Trap trap;
  const Flipper flipper(trap.root() + "/" + name, trap.root() + "/" + name + "-link");
  if (!flipper.works()) {
    return false;
  }
  const std::string digest = sha256_hex("inside");
  Counts counts;
  while (counts.escapes == 0 && counts.other.empty() &&
         (counts.checks < checks ||
          ((counts.inside == 0 || counts.links == 0) && counts.checks < kChecksMax))) {
    count(check_reference(trap.root(), path, digest), counts);
  }
  EXPECT_EQ(counts.escapes, 0U) << path;
  EXPECT_EQ(counts.other, "") << path;
  EXPECT_GT(counts.inside, 0U) << "the true file was never seen";
  EXPECT_GT(counts.links, 0U) << "the link was never seen";
  return true;
}

void run_path_flipper(std::uint64_t checks) {
  if (!expect_no_escape("folder", "folder/file", checks) ||
      !expect_no_escape("plain", "plain", checks)) {
    GTEST_SKIP() << "the file system cannot exchange two names";
  }
}

TEST(PathFlipper, NeverReadsOutsideTheRoot) { run_path_flipper(20'000); }

TEST(SlowPathFlipper, NeverReadsOutsideTheRoot) { run_path_flipper(1'000'000); }

// Resolve, compare the beginning, open what was resolved: right for files that hold still.
int open_by_realpath(const std::string& root, const char* path) {
  char* resolved = ::realpath((root + "/" + path).c_str(), nullptr);
  if (resolved == nullptr) {
    return -1;
  }
  const std::string name(resolved);
  ::free(resolved);
  if (!name.starts_with(root + "/")) {
    errno = EXDEV;
    return -1;
  }
  return ::open(name.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW);
}

TEST(PathFlipper, ConvictsLookingFirstAndOpeningAfterwards) {
  const Trap trap;
  char* resolved = ::realpath(trap.root().c_str(), nullptr);
  ASSERT_NE(resolved, nullptr);
  const std::string root(resolved);
  ::free(resolved);
  const internal::OpenBeneath open = [&](int, const char* path) {
    return open_by_realpath(root, path);
  };
  const std::string digest = sha256_hex("inside");
  const auto check_once = [&] {
    return internal::check_reference(open, trap.root(), "folder/file", digest, {});
  };
  EXPECT_EQ(check_once().result, ReferenceResult::kUnchanged);
  EXPECT_EQ(internal::check_reference(open, trap.root(), "folder-link/file", digest, {}).reason,
            "outside_root");

  const Flipper flipper(trap.root() + "/folder", trap.root() + "/folder-link");
  if (!flipper.works()) {
    GTEST_SKIP() << "the file system cannot exchange two names";
  }
  Counts counts;
  while (counts.escapes == 0 && counts.checks < kChecksMax) {
    count(check_once(), counts);
  }
  EXPECT_GT(counts.escapes, 0U) << "after " << counts.checks << " checks";
  RecordProperty("checks_until_the_first_escape", std::to_string(counts.checks));
}

// The name always leads to one of two whole files, so no check may see anything else.
TEST(ReferenceRace, SeesOneOfTwoWholeFilesWhileTheyAreReplaced) {
  const Scratch scratch;
  const std::string one(100'000, '1');
  const std::string two(150'000, '2');
  put(scratch / "file", one);
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    for (int i = 0; i < 200; ++i) {
      EXPECT_TRUE(write_file(scratch / "file", i % 2 == 0 ? two : one).ok());
    }
    stop = true;
  });
  const std::string first = sha256_hex(one);
  const std::string second = sha256_hex(two);
  while (!stop) {
    const ReferenceCheck check = check_reference(scratch.folder(), "file", first);
    EXPECT_TRUE(check.result == ReferenceResult::kUnchanged ||
                (check.result == ReferenceResult::kChanged && check.current_sha256 == second))
        << to_text(check.result) << " " << check.reason;
  }
  writer.join();
}

TEST(ReferenceRace, EndsAtTheLimitWhenAFileKeepsGrowing) {
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
  ReferenceCheck check;
  do {
    check = check_reference(scratch.folder(), "growing", sha256_hex("none"), {kLimitBytes});
  } while (check.result == ReferenceResult::kChanged);
  writer.join();
  EXPECT_EQ(check.result, ReferenceResult::kRefused);
  EXPECT_EQ(check.reason, "too_large");
  EXPECT_EQ(check.current_sha256, "");
}

}  // namespace
}  // namespace holdfast
