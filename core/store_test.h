// Help for the tests of the promotion store on a real disk: the seam with hooks before and after
// each call, a store that stands before every step of its life, and what must hold after whatever
// happened to that step. For tests only.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/disk_test.h"
#include "core/file_system.h"
#include "core/sha256.h"
#include "core/store.h"

namespace holdfast {

enum class DiskCall : std::uint8_t {
  kOpen,
  kCreate,
  kMakeDirectory,
  kStatus,
  kRead,
  kWrite,
  kSync,
  kLock,
  kRenameReplacing,
  kRenameNew,
  kRemove,
  kList,
};
inline constexpr std::array<const char*, 12> kDiskCallNames = {
    "open", "create", "make_directory",   "status",     "read",   "write",
    "sync", "lock",   "rename_replacing", "rename_new", "remove", "list"};

// Another FileSystem with hooks. A hook that returns an errno makes the call fail with it: `before`
// instead of the call, `after` although it was made, as a disk does whose answer gets lost.
class HookedFileSystem final : public FileSystem {
 public:
  using Hook = std::function<int(DiskCall, std::uint64_t call)>;

  explicit HookedFileSystem(FileSystem& inner) : inner_(inner) {}

  Hook before;
  Hook after;
  std::function<std::size_t(std::uint64_t call, std::size_t size_bytes)> shorten;

  // False: syncs are counted, and not passed on. For tests in which nothing loses power; syncs are
  // nearly all of their time.
  bool syncs = true;
  // Broken twins: a lock that everybody gets, and a claim that takes a name that is taken.
  bool locks = true;
  bool fences = true;

  std::uint64_t calls() const { return calls_; }

  int open_to_read(const std::string& path, FileHandle& out) override {
    return opened(out, run(DiskCall::kOpen, [&] { return inner_.open_to_read(path, out); }));
  }
  int create_new(const std::string& path, FileHandle& out) override {
    return opened(out, run(DiskCall::kCreate, [&] { return inner_.create_new(path, out); }));
  }
  int make_directory(const std::string& path) override {
    return run(DiskCall::kMakeDirectory, [&] { return inner_.make_directory(path); }).answer;
  }
  int status(FileHandle file, FileStatus& out) override {
    return run(DiskCall::kStatus, [&] { return inner_.status(file, out); }).answer;
  }
  int read_some(FileHandle file, std::size_t size_bytes_max, std::string& out) override {
    return run(DiskCall::kRead, [&] { return inner_.read_some(file, size_bytes_max, out); }).answer;
  }
  int write_some(FileHandle file, std::string_view bytes, std::size_t& written_bytes) override {
    return run(DiskCall::kWrite,
               [&] {
                 const std::size_t size = shorten ? shorten(calls_, bytes.size()) : bytes.size();
                 return inner_.write_some(file, bytes.substr(0, size), written_bytes);
               })
        .answer;
  }
  int sync(FileHandle file) override {
    return run(DiskCall::kSync, [&] { return syncs ? inner_.sync(file) : 0; }).answer;
  }
  int try_lock(FileHandle file) override {
    return run(DiskCall::kLock, [&] { return locks ? inner_.try_lock(file) : 0; }).answer;
  }
  void close(FileHandle file) override { inner_.close(file); }
  int rename_replacing(const std::string& from, const std::string& to) override {
    return run(DiskCall::kRenameReplacing, [&] { return inner_.rename_replacing(from, to); })
        .answer;
  }
  int rename_new(const std::string& from, const std::string& to) override {
    return run(DiskCall::kRenameNew,
               [&] {
                 return fences ? inner_.rename_new(from, to) : inner_.rename_replacing(from, to);
               })
        .answer;
  }
  int remove_file(const std::string& path) override {
    return run(DiskCall::kRemove, [&] { return inner_.remove_file(path); }).answer;
  }
  int list(const std::string& path, std::vector<std::string>& names) override {
    return run(DiskCall::kList, [&] { return inner_.list(path, names); }).answer;
  }

 private:
  struct Ran {
    int answer = 0;
    bool made = false;
  };

  template <typename Call>
  Ran run(DiskCall call, Call make) {
    ++calls_;
    if (const int number = before ? before(call, calls_) : 0; number != 0) {
      return {number, false};
    }
    const int number = make();
    const int said = after ? after(call, calls_) : 0;
    return {said != 0 ? said : number, number == 0};
  }
  int opened(FileHandle out, Ran ran) {
    if (ran.made && ran.answer != 0) {
      inner_.close(out);
    }
    return ran.answer;
  }

  FileSystem& inner_;
  std::uint64_t calls_ = 0;
};

// A folder in memory where the system has one, else in the tests' own: for tests that make
// thousands of stores and lose no power.
class MemoryScratch {
 public:
  MemoryScratch() {
    const std::string shared = "/dev/shm";
    folder_ = (::access(shared.c_str(), W_OK | X_OK) == 0 ? shared : testing::TempDir()) +
              "/holdfast-XXXXXX";
    EXPECT_NE(::mkdtemp(folder_.data()), nullptr) << folder_;
  }
  ~MemoryScratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  MemoryScratch(const MemoryScratch&) = delete;
  MemoryScratch& operator=(const MemoryScratch&) = delete;

  std::string operator/(std::string_view name) const { return folder_ + "/" + std::string(name); }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

inline constexpr const char* kStoreTime = "2026-05-04T08:00:00Z";
inline const std::string kStoreSource(64, '5');
inline constexpr std::string_view kOldBytes = "the first manifest";
inline constexpr std::string_view kNextBytes = "the next manifest";

inline Value store_verdict(const std::string& before, const std::string& after,
                           bool passes = true) {
  return Value::object(
      {{"schema", "verdict/v1"},
       {"ok", passes},
       {"documents", Value::object({{"before_sha256", before}, {"after_sha256", after}})},
       {"compaction_check", passes ? "pass" : "fail"}});
}

inline Promotion promotion_of(const CurrentGeneration& now, const std::string& candidate,
                              const std::string& id) {
  return {candidate, now.pointer.generation, now.pointer.record_sha256, id, kStoreTime};
}

inline std::unique_ptr<FileSystem> store_disk(const std::string& folder) {
  auto disk = open_file_system(folder);
  CHECK(disk.ok());
  return std::move(*disk);
}

// How far the store has come: nothing at all; generation 1 is current; and its next candidate has
// its pass; and generation 2 is claimed by promotion "p-2", with a temporary file beside it.
enum class StoreStage : std::uint8_t { kEmpty, kCurrent, kJudged, kClaimed };

struct StoreScene {
  std::string old_candidate;
  std::string next_candidate = sha256_hex(kNextBytes);
  CurrentGeneration old;
};

// Makes `folder` and the store in it.
inline StoreScene make_store(const std::string& folder, StoreStage stage) {
  StoreScene scene;
  std::filesystem::create_directories(folder);
  if (stage == StoreStage::kEmpty) {
    return scene;
  }
  const auto disk = store_disk(folder);
  HookedFileSystem hooked(*disk);
  hooked.syncs = false;
  Store store(hooked, "setup");
  const auto first = store.init();
  CHECK(first);
  scene.old_candidate = *store.propose(kOldBytes).value;
  CHECK(store.judge(scene.old_candidate, kStoreSource, store_verdict("", scene.old_candidate)));
  const PromotionResult result =
      store.promote(promotion_of(*first.value, scene.old_candidate, "p-1"));
  CHECK(result.answer == PromotionAnswer::kPromoted);
  scene.old = *result.current;
  if (stage == StoreStage::kCurrent) {
    return scene;
  }
  CHECK(store.propose(kNextBytes));
  CHECK(store.judge(scene.next_candidate, kStoreSource,
                    store_verdict(scene.old_candidate, scene.next_candidate)));
  if (stage == StoreStage::kClaimed) {
    hooked.before = [](DiskCall call, std::uint64_t) {
      return call == DiskCall::kRenameReplacing ? EIO : 0;
    };
    CHECK(store.promote(promotion_of(scene.old, scene.next_candidate, "p-2")).answer ==
          PromotionAnswer::kUnknown);
  }
  return scene;
}

// Stores at each stage, made once; copies of them are what a test breaks.
class StoreTemplates {
 public:
  explicit StoreTemplates(const std::string& folder) : folder_(folder) {
    for (std::size_t i = 0; i < scenes_.size(); ++i) {
      scenes_[i] = make_store(place(i), static_cast<StoreStage>(i));
    }
  }
  const StoreScene& scene(StoreStage stage) const {
    return scenes_[static_cast<std::size_t>(stage)];
  }
  // `to` holds a fresh copy afterwards, whatever it held.
  void copy(StoreStage stage, const std::string& to) const {
    std::filesystem::remove_all(to);
    std::filesystem::copy(place(static_cast<std::size_t>(stage)), to,
                          std::filesystem::copy_options::recursive);
  }

 private:
  std::string place(std::size_t i) const { return folder_ + "/stage-" + std::to_string(i); }

  std::string folder_;
  std::array<StoreScene, 4> scenes_;
};

// One step of the store's life. It says whether it was acknowledged.
struct StoreStep {
  std::string name;
  StoreStage stage;
  std::function<bool(Store&, const StoreScene&)> run;
};

inline std::vector<StoreStep> store_steps() {
  const auto promote = [](Store& store, const StoreScene& scene) {
    return store.promote(promotion_of(scene.old, scene.next_candidate, "p-2")).answer ==
           PromotionAnswer::kPromoted;
  };
  const auto judge = [](bool passes) {
    return [passes](Store& store, const StoreScene& scene) {
      return store.propose(kNextBytes) &&
             store.judge(scene.next_candidate, kStoreSource,
                         store_verdict(scene.old_candidate, scene.next_candidate, passes));
    };
  };
  return {
      {"init", StoreStage::kEmpty,
       [](Store& store, const StoreScene&) { return bool(store.init()); }},
      {"propose", StoreStage::kCurrent,
       [](Store& store, const StoreScene&) { return bool(store.propose(kNextBytes)); }},
      {"judge", StoreStage::kCurrent, judge(true)},
      {"reject", StoreStage::kCurrent, judge(false)},
      {"promote", StoreStage::kJudged, promote},
      {"promote again", StoreStage::kClaimed, promote},
      {"recover", StoreStage::kClaimed,
       [](Store& store, const StoreScene&) { return bool(store.recover()); }},
      {"sweep", StoreStage::kClaimed,
       [](Store& store, const StoreScene&) { return bool(store.sweep()); }},
      {"look", StoreStage::kJudged,
       [](Store& store, const StoreScene&) {
         return store.verify() && store.look_up("p-1") && store.rejected();
       }},
  };
}

// What is current after the step, and what an acknowledgement promised. Empty, or what is wrong.
inline std::string promise_breach(const Store& store, const StoreScene& scene,
                                  const StoreStep& step, bool acknowledged) {
  const bool may_switch = step.name.starts_with("promote") || step.name == "recover";
  const auto now = store.current();
  if (!now) {
    return "no current generation: " + now.fault.what;
  }
  const bool is_old = now.value->pointer == scene.old.pointer;
  const bool is_new = now.value->record.candidate_sha256 == scene.next_candidate &&
                      now.value->pointer.generation == 2;
  if (!is_old && !(may_switch && is_new)) {
    return "neither the old nor the new generation is current";
  }
  if (may_switch && acknowledged && !is_new) {
    return "an acknowledged promotion is gone";
  }
  const auto old_bytes = store.candidate(scene.old_candidate);
  if (!old_bytes || *old_bytes.value != kOldBytes) {
    return "the old candidate is gone";
  }
  const bool judged = step.stage == StoreStage::kJudged || step.stage == StoreStage::kClaimed;
  const auto next_bytes = store.candidate(scene.next_candidate);
  if ((judged || acknowledged) && (!next_bytes || *next_bytes.value != kNextBytes)) {
    return "an acknowledged candidate is gone";
  }
  const auto rejected = store.rejected();
  if (!rejected || (step.name == "reject" && acknowledged && rejected.value->size() != 1)) {
    return "an acknowledged rejection is gone";
  }
  return "";
}

// What must hold in the folder after anything that happened to the step, once the disk and the
// process are well again. Empty, or the first thing that does not.
inline std::string store_breach(const std::string& folder, const StoreScene& scene,
                                const StoreStep& step, bool acknowledged) {
  const auto disk = store_disk(folder);
  HookedFileSystem hooked(*disk);
  hooked.syncs = false;
  Store store(hooked, "after");
  if (step.stage == StoreStage::kEmpty) {
    if (acknowledged && !store.current()) {
      return "an acknowledged store is gone";
    }
    if (const auto again = store.init(); !again) {
      return "init cannot be made again: " + again.fault.what;
    }
  } else if (std::string breach = promise_breach(store, scene, step, acknowledged);
             !breach.empty()) {
    return breach;
  }
  const auto recovered = store.recover();
  const auto again = store.recover();
  if (!recovered || !again || again.value->pointer != recovered.value->pointer) {
    return "recover is not idempotent: " + recovered.fault.what + again.fault.what;
  }
  if (!store.sweep() || store.current().value->pointer != recovered.value->pointer) {
    return "sweep changed what is current";
  }
  const auto faults = store.verify();
  if (!faults || !faults.value->empty()) {
    return "verify: " + (faults ? faults.value->front() : faults.fault.what);
  }
  // And it goes on from there.
  const auto next = store.propose("a later manifest");
  if (!next || !store.judge(*next.value, kStoreSource,
                            store_verdict(recovered.value->record.candidate_sha256, *next.value))) {
    return "nothing can be proposed any more";
  }
  const PromotionResult later =
      store.promote(promotion_of(*recovered.value, *next.value, "p-later"));
  return later.answer == PromotionAnswer::kPromoted
             ? ""
             : "nothing can be promoted any more: " + later.fault.what;
}

}  // namespace holdfast
