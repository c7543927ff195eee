#include "core/closed_ids.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace holdfast {
namespace {

// Numbers that are the same on every machine.
class Numbers {
 public:
  std::uint64_t below(std::uint64_t limit) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state_ >> 33) % limit;
  }

 private:
  std::uint64_t state_ = 12;
};

TEST(ClosedIds, HoldWhatASetHolds) {
  Numbers numbers;
  ClosedIds ids;
  std::set<std::string> expected;
  for (int i = 0; i < 200000; ++i) {
    // Short and long ones, and all lengths around the border between them.
    std::string id = std::to_string(numbers.below(30000));
    id.append(numbers.below(4) == 0 ? 8 + numbers.below(12) : 0, 'x');
    if (numbers.below(2) == 0) {
      ids.insert(id);
      expected.insert(id);
    }
    ASSERT_EQ(ids.contains(id), expected.count(id) > 0) << id;
    ASSERT_EQ(ids.size(), expected.size());
  }
  for (const std::string& id : expected) {
    ASSERT_TRUE(ids.contains(id)) << id;
  }
}

TEST(ClosedIds, TellIdsApartThatDifferByLengthOrByANul) {
  ClosedIds ids;
  EXPECT_FALSE(ids.contains("a"));
  ids.insert("a");
  EXPECT_FALSE(ids.contains(std::string_view("a\0", 2)));
  EXPECT_FALSE(ids.contains(""));
  EXPECT_FALSE(ids.contains("aa"));
  const std::string fifteen(15, 'b');
  const std::string sixteen(16, 'b');
  ids.insert(sixteen);
  EXPECT_FALSE(ids.contains(fifteen));
  EXPECT_FALSE(ids.contains(sixteen + "b"));
  EXPECT_TRUE(ids.contains(sixteen));
  EXPECT_EQ(ids.size(), 2U);
}

TEST(ClosedIds, TakeLessThan32BytesAnId) {
  ClosedIds ids;
  for (std::uint64_t count = 1; count <= 300000; ++count) {
    ids.insert("d-" + std::to_string(count));
    if (count >= 20000 && count % 1000 == 0) {
      ASSERT_LT(ids.size_bytes(), count * 32) << count;
    }
  }
}

}  // namespace
}  // namespace holdfast
