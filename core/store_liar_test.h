// Lies about the files of a promotion store, and a store to tell them of: for the tests of a folder
// that somebody else worked on. For tests only.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/store_test.h"

namespace holdfast {

// A way to put something else where a file is. `aside` holds the true file meanwhile, so that a
// lie that is followed would be believed.
struct Lie {
  const char* name;
  std::function<void(const std::string& path, const std::string& aside)> tell;
};

inline std::vector<Lie> lies() {
  using std::filesystem::rename;
  return {
      {"missing", [](const auto& path, const auto& aside) { rename(path, aside); }},
      {"symbolic link to the true file",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         ASSERT_EQ(::symlink(aside.c_str(), path.c_str()), 0);
       }},
      {"dangling link",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         ASSERT_EQ(::symlink("nowhere", path.c_str()), 0);
       }},
      {"hard link to the true file",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         ASSERT_EQ(::link(aside.c_str(), path.c_str()), 0);
       }},
      {"FIFO",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
       }},
      {"folder",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         ASSERT_EQ(::mkdir(path.c_str(), 0700), 0);
       }},
      {"true bytes that the group may write",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         put(path, get(aside));
         ASSERT_EQ(::chmod(path.c_str(), 0620), 0);
       }},
      {"nothing in it",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         put(path, "");
       }},
      {"zeros",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         put(path, std::string(get(aside).size(), '\0'));
       }},
      {"cut short",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         put(path, get(aside).substr(0, get(aside).size() / 2));
       }},
      {"without its last byte",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         put(path, get(aside).substr(0, get(aside).size() - 1));
       }},
      {"one byte more",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         put(path, get(aside) + "\n");
       }},
      {"one bit changed",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         std::string bytes = get(aside);
         bytes[3] = static_cast<char>(bytes[3] ^ 1);
         put(path, bytes);
       }},
      {"other good bytes of the same kind",
       [](const auto& path, const auto& aside) {
         rename(path, aside);
         put(path, "the first manifest" + std::string("!"));
       }},
  };
}

// What the store's folder holds, links and kinds included, in one text.
inline std::string picture(const std::string& folder) {
  std::set<std::string> lines;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    std::string line = entry.path().string() + " " +
                       std::to_string(static_cast<int>(entry.symlink_status().type()));
    if (entry.is_symlink()) {
      line += " " + std::filesystem::read_symlink(entry.path()).string();
    } else if (entry.is_regular_file()) {
      line += " " + get(entry.path().string());
    }
    lines.insert(line);
  }
  std::string all;
  for (const std::string& line : lines) {
    all += line + "\n";
  }
  return all;
}

class StoreLiar : public ::testing::Test {
 protected:
  void fresh(StoreStage stage) {
    templates_.copy(stage, store_);
    scene_ = templates_.scene(stage);
    std::filesystem::remove_all(aside_);
  }
  Promotion next() const { return promotion_of(scene_.old, scene_.next_candidate, "p-2"); }
  std::string verdict_file(const std::string& candidate, const std::string& record) const {
    return "verdicts/" + candidate + "." + record;
  }
  // Runs `work` on the store as somebody opens it anew.
  template <typename Work>
  auto with_store(Work work) const {
    const auto disk = store_disk(store_);
    Store store(*disk, "test");
    return work(store);
  }
  void put_right(const std::string& path) {
    std::filesystem::remove_all(path);
    std::filesystem::rename(aside_, path);
  }
  // In order again, and the promotion that was refused goes through.
  void expect_order() {
    with_store([&](Store& store) {
      EXPECT_TRUE(store.verify().value.value_or(std::vector<std::string>{"?"}).empty());
      EXPECT_EQ(store.promote(next()).answer, PromotionAnswer::kPromoted);
    });
  }

  MemoryScratch scratch_;
  StoreTemplates templates_{scratch_.folder()};
  std::string store_ = scratch_ / "store";
  std::string aside_ = scratch_ / "aside";
  StoreScene scene_;
};

}  // namespace holdfast
