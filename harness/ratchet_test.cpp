#include "harness/ratchet.h"

#include <gtest/gtest.h>

#include "core/file.h"
#include "harness/temporary_folder.h"

namespace holdfast {
namespace {

using Ids = std::vector<std::string>;

constexpr const char* kToday = "2026-06-15";

Suppression suppression(std::string bucket, std::string expires = "2026-06-15") {
  return {std::move(bucket), "known", "Ada", std::move(expires)};
}

TEST(Ratchet, FailsOnABucketThatTheBaselineDoesNotHave) {
  const Ratchet ratchet = judge_ratchet({"b", "a", "c"}, Ids{"b", "d"}, {}, kToday);
  EXPECT_EQ(ratchet.fresh, (Ids{"a", "c"}));
  EXPECT_EQ(ratchet.known, Ids{"b"});
  EXPECT_EQ(ratchet.gone, Ids{"d"});
  EXPECT_FALSE(ratchet.passes());
  EXPECT_TRUE(judge_ratchet({"b"}, Ids{"b", "d"}, {}, kToday).passes());
}

TEST(Ratchet, WithoutABaselineEveryBucketIsNew) {
  EXPECT_FALSE(judge_ratchet({"a"}, std::nullopt, {}, kToday).passes());
  EXPECT_TRUE(judge_ratchet({}, std::nullopt, {}, kToday).passes());
}

TEST(Ratchet, LooksAwayFromASuppressedBucketUntilItsLastDay) {
  const Ratchet on_the_day = judge_ratchet({"a"}, std::nullopt, {suppression("a")}, kToday);
  EXPECT_TRUE(on_the_day.passes());
  EXPECT_EQ(on_the_day.suppressed, Ids{"a"});
  const Ratchet after =
      judge_ratchet({"a"}, std::nullopt, {suppression("a", "2026-06-14")}, kToday);
  EXPECT_EQ(after.fresh, Ids{"a"});
  EXPECT_EQ(after.faults.size(), 1U);
}

TEST(Ratchet, ASuppressionThatIsNotNeededIsAFault) {
  const Ratchet ratchet = judge_ratchet({}, std::nullopt, {suppression("a")}, kToday);
  EXPECT_FALSE(ratchet.passes());
  EXPECT_NE(to_text(ratchet).find("not needed any more"), std::string::npos);
  EXPECT_EQ(to_text(Ratchet{}), "");
}

TEST(Suppressions, AreReadAndTheirFaultsNamed) {
  const TemporaryFolder folder = std::move(*TemporaryFolder::make());
  const std::string path = folder.path() + "/suppressions.json";
  const auto read = [&](const std::string& bytes) {
    EXPECT_TRUE(write_file(path, bytes));
    return read_suppressions(path);
  };
  const std::string good = R"({"bucket":"a","reason":"r","owner":"o","expires":"2026-06-15"})";
  const auto wrapped = [](const std::string& items) {
    return R"({"schema":"suppressions/v1","suppressions":[)" + items + "]}";
  };
  ASSERT_TRUE(read(wrapped(good)));
  EXPECT_EQ(read(wrapped(good))->front().expires, "2026-06-15");
  for (const std::string& bytes :
       {std::string("[]"), std::string("{"), std::string(R"({"schema":"suppressions/v1"})"),
        wrapped(R"({"bucket":"a","reason":"","owner":"o","expires":"2026-06-15"})"),
        wrapped(R"({"bucket":"a","reason":"r","owner":"o","expires":"tomorrow"})"),
        wrapped(R"({"bucket":"a","reason":"r","owner":"o","expires":"2026-02-30"})"),
        wrapped(R"({"bucket":"a","reason":"r","owner":"o","expires":"2026-06-15","x":1})"),
        wrapped(good + "," + good)}) {
    EXPECT_FALSE(read(bytes)) << bytes;
  }
  EXPECT_FALSE(read_suppressions(folder.path() + "/absent"));
}

}  // namespace
}  // namespace holdfast
