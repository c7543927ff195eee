// The folders of the store and its lock, when somebody else had his hands on them: other things in
// their place, another owner, permissions for others. What may be renamed by others can be put back
// to an older state without a byte being written, so none of it is taken for a store.
#include "core/store_liar_test.h"

namespace holdfast {
namespace {

class StoreFolder : public StoreLiar {};

std::vector<Lie> folder_lies() {
  using std::filesystem::rename;
  return {
      {"missing", [](const auto& path, const auto& aside) { rename(path, aside); }},
      {"symbolic link to the true folder",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         ASSERT_EQ(::symlink(aside.c_str(), path.c_str()), 0);
       }},
      {"file",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         put(path, "");
       }},
      {"FIFO",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
       }},
      {"true folder that the group may write",
       [](const auto& path, const auto& aside) {
         std::filesystem::copy(path, aside, std::filesystem::copy_options::recursive);
         ASSERT_EQ(::chmod(path.c_str(), 0770), 0);
       }},
      {"true folder that all may write",
       [](const auto& path, const auto& aside) {
         std::filesystem::copy(path, aside, std::filesystem::copy_options::recursive);
         ASSERT_EQ(::chmod(path.c_str(), 0702), 0);
       }},
  };
}

TEST_F(StoreFolder, NamesWhateverStandsInPlaceOfAFolder) {
  for (const char* folder : {"candidates", "verdicts", "rejected", "generations"}) {
    for (const Lie& lie : folder_lies()) {
      SCOPED_TRACE(std::string(folder) + ": " + lie.name);
      fresh(StoreStage::kJudged);
      const std::string path = store_ + "/" + folder;
      lie.tell(path, aside_);
      const std::string before = picture(store_);
      with_store([&](Store& store) {
        EXPECT_EQ(store.current().fault.code, "store_corrupt");
        const PromotionResult result = store.promote(next());
        EXPECT_EQ(result.answer, PromotionAnswer::kNotSwitched);
        EXPECT_EQ(result.fault.code, "store_corrupt");
        const auto faults = store.verify();
        EXPECT_TRUE(faults.value && !faults.value->empty());
        const auto proposed = store.propose("yet another manifest");
        EXPECT_EQ(bool(proposed), std::string(folder) != "candidates");
        EXPECT_EQ(store.init().fault.code, "store_corrupt");
      });
      EXPECT_EQ(get(store_ + "/CURRENT"), bytes_of(scene_.old.pointer));
      put_right(path);
      expect_order();
    }
  }
}

// Documented: a store's folder that group or others may write in is no store. They could put an old
// CURRENT back whole.
TEST_F(StoreFolder, RefusesAStoreThatOthersMayWriteIn) {
  for (const mode_t mode : {0720, 0702, 0777, 01777}) {
    fresh(StoreStage::kJudged);
    ASSERT_EQ(::chmod(store_.c_str(), mode), 0);
    with_store([&](Store& store) {
      EXPECT_EQ(store.current().fault.code, "store_corrupt");
      EXPECT_EQ(store.promote(next()).fault.code, "store_corrupt");
      EXPECT_EQ(store.propose("x").fault.code, "store_corrupt");
      EXPECT_EQ(store.init().fault.code, "store_corrupt");
      EXPECT_NE(store.init().fault.what.find("chmod"), std::string::npos);
    });
    ASSERT_EQ(::chmod(store_.c_str(), 0755), 0);
    expect_order();
  }
}

// The lock's file keeps to the same rules: a lock that somebody else holds open, or that is another
// file for each, excludes nobody.
TEST_F(StoreFolder, RefusesAnythingButItsOwnFileAsTheLock) {
  for (const Lie& lie : lies()) {
    if (lie.name == std::string("missing")) {
      continue;  // it is made anew
    }
    fresh(StoreStage::kJudged);
    put(store_ + "/LOCK", "0123456789");
    lie.tell(store_ + "/LOCK", aside_);
    SCOPED_TRACE(lie.name);
    const bool regular =
        std::filesystem::is_regular_file(std::filesystem::symlink_status(store_ + "/LOCK")) &&
        std::string(lie.name).find("true") == std::string::npos;
    with_store([&](Store& store) {
      const PromotionResult result = store.promote(next());
      EXPECT_EQ(result.answer,
                regular ? PromotionAnswer::kPromoted : PromotionAnswer::kNotSwitched);
      EXPECT_EQ(result.fault.code, regular ? "" : "store_corrupt");
      EXPECT_TRUE(store.current());  // readers take no lock
    });
  }
}

constexpr unsigned int kSomebodyElse = 65533;

// Documented: whoever owns the store's folder is trusted with it, also by other readers; what
// belongs to anybody else does not count.
TEST_F(StoreFolder, CountsOnlyWhatTheOwnerOfTheFolderOwns) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only root can give files away";
  }
  for (const char* path : {"CURRENT", "generations/1", "candidates", "verdicts", "rejected",
                           "generations", "LOCK", ""}) {
    SCOPED_TRACE(path);
    fresh(StoreStage::kJudged);
    ASSERT_EQ(::chown((store_ + "/" + path).c_str(), kSomebodyElse, kSomebodyElse), 0);
    with_store([&](Store& store) {
      EXPECT_EQ(store.promote(next()).fault.code, "store_corrupt");
      EXPECT_EQ(bool(store.current()), std::string(path) == "LOCK");
    });
    EXPECT_EQ(get(store_ + "/CURRENT"), bytes_of(scene_.old.pointer));
  }
  // All of it given away: it reads, and root's own files do not count in it.
  fresh(StoreStage::kJudged);
  ASSERT_EQ(::chown(store_.c_str(), kSomebodyElse, kSomebodyElse), 0);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(store_)) {
    ASSERT_EQ(::lchown(entry.path().c_str(), kSomebodyElse, kSomebodyElse), 0);
  }
  with_store([&](Store& store) {
    EXPECT_EQ(store.current().value->pointer, scene_.old.pointer);
    EXPECT_EQ(store.promote(next()).answer, PromotionAnswer::kNotSwitched);
    EXPECT_EQ(store.current().value->pointer, scene_.old.pointer);
    EXPECT_TRUE(store.verify().value->empty());
  });
}

// A user without the right to write: everything is read, nothing written, nothing claimed.
TEST(StoreFolderWithoutRights, SaysSoWhereItMayNotWrite) {
  const Scratch scratch;
  const std::string folder = scratch / "store";
  std::filesystem::create_directories(folder);
  ASSERT_EQ(::chmod(folder.c_str(), 0755), 0);
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(folder.c_str(), 65534, 65534), 0);
  }
  const std::string answer = without_root(scratch, [&]() -> std::string {
    const StoreScene scene = make_store(folder, StoreStage::kJudged);
    for (const char* name : {"", "/candidates", "/verdicts", "/rejected", "/generations"}) {
      ::chmod((folder + name).c_str(), 0500);
    }
    const auto disk = store_disk(folder);
    Store store(*disk, "test");
    const PromotionResult result =
        store.promote(promotion_of(scene.old, scene.next_candidate, "p-2"));
    const bool same = store.current().value->pointer == scene.old.pointer;
    const bool in_order = store.verify().value->empty();
    for (const char* name : {"", "/candidates", "/verdicts", "/rejected", "/generations"}) {
      ::chmod((folder + name).c_str(), 0700);
    }
    return std::string(to_text(result.answer)) + " " + result.fault.code +
           (same ? " same" : " changed") + (in_order ? " in order" : " in disorder");
  });
  if (answer == kCannot) {
    GTEST_SKIP() << kNoOtherUser;
  }
  EXPECT_EQ(answer, "not_switched disk same in order");
}

}  // namespace
}  // namespace holdfast
