// The store on real disks that fail: a memory file system that is full, of bytes and of names; one
// that is read-only; and ext4 in a file that loses power, by the ioctl with which file systems test
// themselves: nothing that was not synced by then reaches the disk any more, the journal included.
// Afterwards it is mounted anew, which plays the journal back, and the store has to be whole.
//
// Each test mounts in a mount namespace of its own child, so nothing is left behind. Where the
// system does not allow it, the test is skipped with the reason, and counts as not run.
#include <fcntl.h>
#include <linux/loop.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/sysmacros.h>

#include <cstdio>
#include <cstring>

#include "core/store_test.h"

namespace holdfast {
namespace {

std::string cannot(const char* what) {
  return std::string(kCannot) + " " + what + ": " + std::strerror(errno);
}

// `work` in a child whose mounts are its own. It returns what went wrong, empty for nothing, or why
// it cannot be done here, beginning with kCannot.
void with_own_mounts(const std::function<std::string()>& work) {
  const std::string answer = in_child([&]() -> std::string {
    if (::unshare(CLONE_NEWNS) != 0) {
      return cannot("a mount namespace of one's own");
    }
    if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
      return cannot("private mounts");
    }
    return work();
  });
  if (answer.starts_with(kCannot)) {
    GTEST_SKIP() << "not run: " << answer;
  }
  EXPECT_EQ(answer, "");
}

// Takes all room but `left` units: bytes of a file system by pages, or its names.
class Filler {
 public:
  Filler(const std::string& folder, bool names, int left) : folder_(folder + "/filler") {
    ::mkdir(folder_.c_str(), 0700);
    names ? take_names(left) : take_pages(left);
  }
  ~Filler() { std::filesystem::remove_all(folder_); }
  Filler(const Filler&) = delete;
  Filler& operator=(const Filler&) = delete;

 private:
  static constexpr off_t kPageBytes = 4096;

  void take_pages(int left) {
    const Descriptor file(
        ::open((folder_ + "/pages").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    const std::string page(kPageBytes, 'x');
    off_t size_bytes = 0;
    while (::write(file.get(), page.data(), page.size()) == kPageBytes) {
      size_bytes += kPageBytes;
    }
    CHECK(errno == ENOSPC && size_bytes > left * kPageBytes);
    CHECK(::ftruncate(file.get(), size_bytes - left * kPageBytes) == 0);
  }
  void take_names(int left) {
    int made = 0;
    for (;; ++made) {
      const Descriptor file(::open((folder_ + "/" + std::to_string(made)).c_str(),
                                   O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
      if (!file.is_open()) {
        break;
      }
    }
    CHECK(errno == ENOSPC && made > left);
    while (left-- > 0) {
      ::unlink((folder_ + "/" + std::to_string(--made)).c_str());
    }
  }

  std::string folder_;
};

TEST(StoreDisk, KeepsItsPromisesOnAFullDisk) {
  const MemoryScratch scratch;
  const StoreTemplates templates(scratch.folder());
  const std::string mount_point = scratch / "mount";
  std::filesystem::create_directories(mount_point);
  with_own_mounts([&]() -> std::string {
    if (::mount("holdfast", mount_point.c_str(), "tmpfs", 0, "size=512k,nr_inodes=200") != 0) {
      return cannot("mounting tmpfs");
    }
    std::size_t refused = 0;
    std::size_t acknowledged = 0;
    for (const StoreStep& step : store_steps()) {
      for (const bool names : {false, true}) {
        for (int left = 0; left <= 5; ++left) {
          const std::string folder = mount_point + "/store";
          templates.copy(step.stage, folder);
          const StoreScene& scene = templates.scene(step.stage);
          bool done = false;
          {
            const Filler filler(mount_point, names, left);
            const auto disk = store_disk(folder);
            Store store(*disk, "step");
            done = step.run(store, scene);
          }
          done ? ++acknowledged : ++refused;
          if (const std::string breach = store_breach(folder, scene, step, done); !breach.empty()) {
            return step.name + " with room for " + std::to_string(left) + ": " + breach;
          }
        }
      }
    }
    std::printf("full disk: %zu steps refused, %zu acknowledged\n", refused, acknowledged);
    std::fflush(stdout);
    return refused > 10 && acknowledged > 10 ? "" : "the disk was not full in the right places";
  });
}

TEST(StoreDisk, ReadsAndPromotesNothingOnAReadOnlyDisk) {
  const MemoryScratch scratch;
  const StoreTemplates templates(scratch.folder());
  const std::string mount_point = scratch / "mount";
  std::filesystem::create_directories(mount_point);
  with_own_mounts([&]() -> std::string {
    if (::mount("holdfast", mount_point.c_str(), "tmpfs", 0, "size=512k") != 0) {
      return cannot("mounting tmpfs");
    }
    const std::string folder = mount_point + "/store";
    templates.copy(StoreStage::kJudged, folder);
    const StoreScene& scene = templates.scene(StoreStage::kJudged);
    if (::mount("", mount_point.c_str(), "", MS_REMOUNT | MS_RDONLY, "") != 0) {
      return cannot("mounting anew, read-only");
    }
    const auto disk = store_disk(folder);
    Store store(*disk, "step");
    const Promotion promotion = promotion_of(scene.old, scene.next_candidate, "p-2");
    const PromotionResult result = store.promote(promotion);
    if (result.answer != PromotionAnswer::kNotSwitched || result.fault.code != "disk" ||
        store.current().value->pointer != scene.old.pointer || !store.verify().value->empty() ||
        store.propose("x") || !store.candidate(scene.next_candidate)) {
      return "read-only: " + std::string(to_text(result.answer)) + " " + result.fault.what;
    }
    if (::mount("", mount_point.c_str(), "", MS_REMOUNT, "") != 0) {
      return cannot("mounting anew");
    }
    return store.promote(promotion).answer == PromotionAnswer::kPromoted ? "" : "not repaired";
  });
}

// An ext4 in a file, mounted through a loop device.
class LoopDisk {
 public:
  LoopDisk(std::string image, std::string mount_point)
      : image_(std::move(image)), mount_point_(std::move(mount_point)) {}

  // Empty, or why not.
  std::string make() const {
    constexpr off_t kImageBytes = off_t{8} << 20;
    const Descriptor file(::open(image_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!file.is_open() || ::ftruncate(file.get(), kImageBytes) != 0) {
      return cannot("making the image");
    }
    const std::string command =
        "PATH=\"$PATH:/usr/sbin:/sbin\" mkfs.ext4 -q -F -b 1024 '" + image_ + "' >/dev/null 2>&1";
    return std::system(command.c_str()) == 0 ? "" : std::string(kCannot) + " mkfs.ext4 failed";
  }
  std::string mount() const {
    const Descriptor control(::open("/dev/loop-control", O_RDWR | O_CLOEXEC));
    const Descriptor image(::open(image_.c_str(), O_RDWR | O_CLOEXEC));
    if (!control.is_open() || !image.is_open()) {
      return cannot("loop devices");
    }
    // Another process may take the free one first.
    constexpr int kTriesMax = 20;
    for (int tries = 0; tries < kTriesMax; ++tries) {
      const int number = ::ioctl(control.get(), LOOP_CTL_GET_FREE);
      const std::string device = "/dev/loop" + std::to_string(number);
      const Descriptor loop(number < 0 ? -1 : ::open(device.c_str(), O_RDWR | O_CLOEXEC));
      loop_config config = {};
      config.fd = static_cast<unsigned int>(image.get());
      config.info.lo_flags = LO_FLAGS_AUTOCLEAR;
      if (!loop.is_open()) {
        return cannot("a free loop device");
      }
      if (::ioctl(loop.get(), LOOP_CONFIGURE, &config) != 0) {
        if (errno == EBUSY) {
          continue;
        }
        return cannot("attaching the image");
      }
      return ::mount(device.c_str(), mount_point_.c_str(), "ext4", 0, "") == 0
                 ? ""
                 : cannot("mounting ext4");
    }
    return cannot("a loop device of one's own");
  }
  void unmount() const { CHECK(::umount2(mount_point_.c_str(), 0) == 0); }

  // From now on nothing reaches the disk, what the journal holds in memory included.
  std::string lose_power() const {
    const Descriptor folder(::open(mount_point_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct stat status = {};
    // Never the disk that the machine runs on.
    constexpr unsigned int kLoopMajor = 7;
    CHECK(::fstat(folder.get(), &status) == 0 && major(status.st_dev) == kLoopMajor);
    const unsigned long shutdown = _IOR('X', 125, std::uint32_t);
    std::uint32_t no_log_flush = 2;
    return ::ioctl(folder.get(), shutdown, &no_log_flush) == 0 ? "" : cannot("losing power");
  }
  std::string folder() const { return mount_point_ + "/store"; }

 private:
  std::string image_;
  std::string mount_point_;
};

struct Loss {
  std::size_t points = 0;
  std::size_t breaches = 0;
  std::string breach;  // the first
  std::string cannot;
};

class StorePowerLoss : public ::testing::Test {
 protected:
  // Power is lost at each `stride`-th call of the step, and right after its end.
  void lose_everywhere(const StoreStep& step, std::uint64_t stride, bool syncs, Loss& loss) {
    const std::string made = scratch_ / ("image-" + std::to_string(static_cast<int>(step.stage)));
    if (!std::filesystem::exists(made) && !prepare(step.stage, made, loss)) {
      return;
    }
    const LoopDisk disk(image_, mount_point_);
    const StoreScene& scene = templates_.scene(step.stage);
    bool hit = true;
    for (std::uint64_t at = 1; hit; at += stride) {
      std::filesystem::copy_file(made, image_, std::filesystem::copy_options::overwrite_existing);
      if (loss.cannot = disk.mount(); !loss.cannot.empty()) {
        return;
      }
      bool acknowledged = false;
      {
        const auto real = store_disk(disk.folder());
        HookedFileSystem hooked(*real);
        hooked.syncs = syncs;
        hit = false;
        hooked.before = [&](DiskCall, std::uint64_t call) {
          if (call == at) {
            hit = true;
            loss.cannot = disk.lose_power();
          }
          return 0;
        };
        Store store(hooked, "step");
        acknowledged = step.run(store, scene);
      }
      if (!hit) {
        loss.cannot = disk.lose_power();
      }
      disk.unmount();
      loss.cannot = loss.cannot.empty() ? disk.mount() : loss.cannot;
      if (!loss.cannot.empty()) {
        return;
      }
      ++loss.points;
      if (const std::string breach = store_breach(disk.folder(), scene, step, acknowledged);
          !breach.empty()) {
        ++loss.breaches;
        loss.breach = loss.breach.empty()
                          ? step.name + " at call " + std::to_string(at) + ": " + breach
                          : loss.breach;
      }
      disk.unmount();
    }
  }

  std::string lose_in_all_steps(std::uint64_t stride, bool syncs, Loss& loss) {
    std::filesystem::create_directories(mount_point_);
    for (const StoreStep& step : store_steps()) {
      if (loss.cannot.empty() && step.name != "look") {
        lose_everywhere(step, stride, syncs, loss);
      }
    }
    std::printf("%zu losses of power on ext4%s, %zu breaches\n", loss.points,
                syncs ? "" : " without syncs", loss.breaches);
    std::fflush(stdout);
    return loss.cannot;
  }

 private:
  bool prepare(StoreStage stage, const std::string& made, Loss& loss) {
    const LoopDisk disk(made, mount_point_);
    loss.cannot = disk.make();
    loss.cannot = loss.cannot.empty() ? disk.mount() : loss.cannot;
    if (loss.cannot.empty()) {
      templates_.copy(stage, disk.folder());
      disk.unmount();
    }
    return loss.cannot.empty();
  }

  MemoryScratch scratch_;
  StoreTemplates templates_{scratch_.folder()};
  std::string image_ = scratch_ / "image";
  std::string mount_point_ = scratch_ / "mount";
};
using SlowStorePowerLoss = StorePowerLoss;

TEST_F(StorePowerLoss, LeavesTheOldOrTheNewGenerationOnExt4) {
  with_own_mounts([&]() -> std::string {
    Loss loss;
    const std::string cannot_be_run = lose_in_all_steps(29, true, loss);
    return !cannot_be_run.empty() ? cannot_be_run : loss.breach;
  });
}

// Without syncs the same losses do harm: that is what shows that power is really lost.
TEST_F(StorePowerLoss, ConvictsAStoreThatDoesNotSync) {
  with_own_mounts([&]() -> std::string {
    Loss loss;
    const std::string cannot_be_run = lose_in_all_steps(1000, false, loss);
    return !cannot_be_run.empty() ? cannot_be_run
           : loss.breaches > 0    ? ""
                                  : "nothing was lost without syncs";
  });
}

TEST_F(SlowStorePowerLoss, LeavesTheOldOrTheNewGenerationOnExt4AtEveryCall) {
  with_own_mounts([&]() -> std::string {
    Loss loss;
    const std::string cannot_be_run = lose_in_all_steps(1, true, loss);
    return !cannot_be_run.empty() ? cannot_be_run
           : loss.points < 500    ? "too few points"
                                  : loss.breach;
  });
}

}  // namespace
}  // namespace holdfast
