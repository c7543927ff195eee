// The store and the canonical files while another process exchanges a folder beneath the root for a
// symbolic link out of it, as fast as it can. An escape is an open that gave the file outside.
// (core/reference_race_test.cpp has the same from a second thread, for canonical files alone.)
//
// Opens are counted at the seam, below every digest, which would hide an escape as a changed file.
// The same loop has to convict an open that guards only the last part of the path.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>

#include <cstdio>
#include <cstring>

#include "core/reference.h"
#include "core/store_test.h"

namespace holdfast {
namespace {

// A process that exchanges two names until it goes out of scope.
class FlippingProcess {
 public:
  FlippingProcess(const std::string& one, const std::string& other) {
    works_ = flip(one, other);
    if (!works_) {
      return;
    }
    child_ = ::fork();
    if (child_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      for (;;) {
        flip(one, other);
      }
    }
  }
  ~FlippingProcess() {
    if (child_ > 0) {
      ::kill(child_, SIGKILL);
      ::waitpid(child_, nullptr, 0);
    }
  }
  FlippingProcess(const FlippingProcess&) = delete;
  FlippingProcess& operator=(const FlippingProcess&) = delete;

  bool works() const { return works_; }

 private:
  static bool flip(const std::string& one, const std::string& other) {
    return ::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0;
  }

  bool works_ = false;
  pid_t child_ = -1;
};

struct Counts {
  std::uint64_t opens = 0;
  std::uint64_t inside = 0;
  std::uint64_t refused = 0;
  std::uint64_t escapes = 0;
  std::string other;  // the first answer that is none of these
};

// Where two processes share one core, they may not meet for a while.
constexpr std::uint64_t kOpensMax = 20'000'000;

bool goes_on(const Counts& counts, std::uint64_t opens) {
  const bool both_seen = counts.inside > 0 && counts.refused > 0;
  return counts.escapes == 0 && counts.other.empty() &&
         (counts.opens < opens || (!both_seen && counts.opens < kOpensMax));
}

void expect_no_escape(const Counts& counts, const char* what) {
  std::printf("%s: %llu opens, %llu inside, %llu refused, %llu escapes\n", what,
              static_cast<unsigned long long>(counts.opens),
              static_cast<unsigned long long>(counts.inside),
              static_cast<unsigned long long>(counts.refused),
              static_cast<unsigned long long>(counts.escapes));
  EXPECT_EQ(counts.escapes, 0U) << what;
  EXPECT_EQ(counts.other, "") << what;
  EXPECT_GT(counts.inside, 0U) << "the true file was never seen";
  EXPECT_GT(counts.refused, 0U) << "the link was never seen";
}

// Which file an open descriptor is.
std::pair<dev_t, ino_t> identity(int file) {
  struct stat status = {};
  EXPECT_EQ(::fstat(file, &status), 0);
  return {status.st_dev, status.st_ino};
}
std::pair<dev_t, ino_t> identity(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return identity(file.get());
}

class StorePathFlipper : public ::testing::Test {
 protected:
  void SetUp() override {
    scene_ = make_store(folder_, StoreStage::kJudged);
    // Outside, a whole true store, so that whoever gets there believes it.
    std::filesystem::copy(folder_, scratch_ / "outside", std::filesystem::copy_options::recursive);
    std::filesystem::create_symlink(scratch_ / "outside/candidates", folder_ + "/link");
    path_ = "candidates/" + scene_.old_candidate;
    inside_ = identity(folder_ + "/" + path_);
    outside_ = identity(scratch_ / "outside/" + path_);
    ASSERT_NE(inside_, outside_);
  }

  // Opens the file behind the flipping folder. `open` gives an errno.
  template <typename Open>
  Counts open_often(std::uint64_t opens, Open open) {
    Counts counts;
    const FlippingProcess flipper(folder_ + "/candidates", folder_ + "/link");
    flips_ = flipper.works();
    while (flips_ && goes_on(counts, opens)) {
      int number = -1;
      const int fault = open(number);
      const Descriptor file(number);
      ++counts.opens;
      if (fault == ELOOP) {
        ++counts.refused;
      } else if (fault != 0) {
        counts.other = std::strerror(fault);
      } else if (const auto found = identity(file.get()); found == inside_) {
        ++counts.inside;
      } else {
        ++counts.escapes;
        counts.other = found == outside_ ? "" : "a file that nobody made";
      }
    }
    return counts;
  }

  void flip_under_the_seam(std::uint64_t opens) {
    const auto disk = store_disk(folder_);
    const Counts counts = open_often(opens, [&](int& file) {
      file = -1;
      const int fault = disk->open_to_read(path_, file);
      file = fault == 0 ? file : -1;
      return fault;
    });
    if (!flips_) {
      GTEST_SKIP() << "the file system cannot exchange two names";
    }
    expect_no_escape(counts, "the store's seam");
  }

  // The store as a whole: it reads its candidate, or says that its folder is none.
  void flip_under_the_store(std::uint64_t opens) {
    const FlippingProcess flipper(folder_ + "/candidates", folder_ + "/link");
    if (!flipper.works()) {
      GTEST_SKIP() << "the file system cannot exchange two names";
    }
    Counts counts;
    const auto disk = store_disk(folder_);
    HookedFileSystem hooked(*disk);
    hooked.before = [&](DiskCall call, std::uint64_t) {
      counts.opens += call == DiskCall::kOpen ? 1 : 0;
      return 0;
    };
    const Store store(hooked, "flipped");
    while (goes_on(counts, opens)) {
      const auto now = store.current();
      if (now) {
        counts.inside += now.value->pointer == scene_.old.pointer ? 1 : 0;
        counts.escapes += now.value->pointer == scene_.old.pointer ? 0 : 1;
      } else if (now.fault.code == "store_corrupt") {
        ++counts.refused;
      } else {
        counts.other = now.fault.code + ": " + now.fault.what;
      }
    }
    expect_no_escape(counts, "the store");
  }

  void flip_under_canonical_files(std::uint64_t opens) {
    const std::string digest = sha256_hex(kOldBytes);
    put(scratch_ / "outside/" + path_, "outside");
    const std::string outside = sha256_hex("outside");
    const FlippingProcess flipper(folder_ + "/candidates", folder_ + "/link");
    if (!flipper.works()) {
      GTEST_SKIP() << "the file system cannot exchange two names";
    }
    Counts counts;
    while (goes_on(counts, opens)) {
      const ReferenceCheck check = check_reference(folder_, path_, digest);
      ++counts.opens;
      counts.inside += check.result == ReferenceResult::kUnchanged ? 1 : 0;
      counts.escapes += check.current_sha256 == outside ? 1 : 0;
      counts.refused += check.reason == "symbolic_link" ? 1 : 0;
      if (check.result != ReferenceResult::kUnchanged && check.reason != "symbolic_link") {
        counts.other = std::string(to_text(check.result)) + " " + check.reason;
      }
    }
    expect_no_escape(counts, "canonical files");
  }

  MemoryScratch scratch_;
  std::string folder_ = scratch_ / "store";
  StoreScene scene_;
  std::string path_;
  std::pair<dev_t, ino_t> inside_;
  std::pair<dev_t, ino_t> outside_;
  bool flips_ = false;
};
using SlowStorePathFlipper = StorePathFlipper;

TEST_F(StorePathFlipper, NeverOpensOutsideTheStore) { flip_under_the_seam(20'000); }
TEST_F(StorePathFlipper, NeverTakesAnotherStoreForItsOwn) { flip_under_the_store(20'000); }
TEST_F(StorePathFlipper, NeverReadsACanonicalFileOutsideTheRoot) {
  flip_under_canonical_files(20'000);
}
TEST_F(SlowStorePathFlipper, NeverOpensOutsideTheStore) { flip_under_the_seam(1'000'000); }
TEST_F(SlowStorePathFlipper, NeverTakesAnotherStoreForItsOwn) { flip_under_the_store(1'000'000); }
TEST_F(SlowStorePathFlipper, NeverReadsACanonicalFileOutsideTheRoot) {
  flip_under_canonical_files(1'000'000);
}

TEST_F(StorePathFlipper, ConvictsAnOpenThatGuardsOnlyTheLastPart) {
  const Descriptor root(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const Counts counts = open_often(kOpensMax, [&](int& file) {
    file = ::openat(root.get(), path_.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    return file < 0 ? errno : 0;
  });
  if (!flips_) {
    GTEST_SKIP() << "the file system cannot exchange two names";
  }
  EXPECT_GT(counts.escapes, 0U) << "after " << counts.opens << " opens";
}

}  // namespace
}  // namespace holdfast
