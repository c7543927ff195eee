#include "core/time.h"

#include "core/json.h"
#include "core/manifest_test.h"

namespace holdfast {
namespace {

std::int64_t seconds(std::string_view text) {
  const auto instant = parse_time(text);
  EXPECT_TRUE(instant) << text;
  return instant ? instant->seconds : -1;
}

TEST(Time, KnowsInstantsThatEverybodyKnows) {
  EXPECT_EQ(seconds("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(seconds("1969-12-31T23:59:59Z"), -1);
  EXPECT_EQ(seconds("2000-01-01T00:00:00Z"), 946684800);
  EXPECT_EQ(seconds("2001-09-09T01:46:40Z"), 1000000000);
  EXPECT_EQ(seconds("2038-01-19T03:14:08Z"), std::int64_t{1} << 31);
  EXPECT_EQ(seconds("0001-01-01T00:00:00Z"), -62135596800);
  EXPECT_EQ(seconds("9999-12-31T23:59:59Z"), 253402300799);
}

TEST(Time, CountsEveryDayOfTheCalendarOnce) {
  std::int64_t expected = seconds("1890-01-01T00:00:00Z");
  const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  for (int year = 1890; year <= 2110; ++year) {
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    for (int month = 1; month <= 12; ++month) {
      const int last = days[month - 1] + (month == 2 && leap ? 1 : 0);
      for (int day = 1; day <= last + 1; ++day) {
        char text[64];
        std::snprintf(text, sizeof text, "%04d-%02d-%02dT00:00:00Z", year, month, day);
        if (day > last) {
          ASSERT_FALSE(parse_time(text)) << text;
          continue;
        }
        ASSERT_EQ(seconds(text), expected) << text;
        expected += 86400;
      }
    }
  }
}

TEST(Time, TakesOffsetsAndLeapSecondsAsTheSameInstants) {
  EXPECT_EQ(parse_time("2026-03-05T20:00:00+09:00"), parse_time("2026-03-05T11:00:00Z"));
  EXPECT_EQ(parse_time("2026-03-05T00:30:00-05:30"), parse_time("2026-03-05T06:00:00Z"));
  EXPECT_EQ(parse_time("2026-03-05T00:00:00+23:59"), parse_time("2026-03-04T00:01:00Z"));
  EXPECT_EQ(parse_time("2026-03-05T00:00:00-00:00"), parse_time("2026-03-05T00:00:00Z"));
  EXPECT_EQ(parse_time("2016-12-31T23:59:60Z"), parse_time("2017-01-01T00:00:00Z"));
}

TEST(Time, ComparesFractionsExactlyAtAnyLength) {
  const auto at = [](const std::string& fraction) {
    return *parse_time("2026-03-05T11:00:00" + fraction + "Z");
  };
  EXPECT_EQ(at(""), at(".0"));
  EXPECT_EQ(at(".5"), at(".500000000000000000000000"));
  EXPECT_LT(at(""), at(".0000000000000000000000000000001"));
  EXPECT_LT(at(".09"), at(".1"));
  EXPECT_LT(at(".123456789123456789"), at(".12345678912345679"));
  EXPECT_LT(at(".999999999999"), *parse_time("2026-03-05T11:00:01Z"));
}

TEST(Time, TakesNothingElse) {
  for (const char* text : {"",
                           "now",
                           "before the meeting",
                           "2026-03-05",
                           "11:00:00Z",
                           "2026-03-05T11:00:00",
                           "2026-03-05T11:00Z",
                           "2026-03-05 11:00:00Z",
                           "2026-03-05t11:00:00Z",
                           "2026-03-05T11:00:00z",
                           " 2026-03-05T11:00:00Z",
                           "2026-03-05T11:00:00Z ",
                           "2026-03-05T11:00:00ZZ",
                           "2026-03-05T11:00:00.Z",
                           "2026-03-05T11:00:00,5Z",
                           "2026-03-05T11:00:00.5",
                           "26-03-05T11:00:00Z",
                           "02026-03-05T11:00:00Z",
                           "+2026-03-05T11:00:00Z",
                           "2026-3-05T11:00:00Z",
                           "2026-03-5T11:00:00Z",
                           "2026-00-05T11:00:00Z",
                           "2026-13-05T11:00:00Z",
                           "2026-03-00T11:00:00Z",
                           "2026-03-32T11:00:00Z",
                           "2026-02-29T11:00:00Z",
                           "1900-02-29T00:00:00Z",
                           "2026-03-05T24:00:00Z",
                           "2026-03-05T11:60:00Z",
                           "2026-03-05T11:00:61Z",
                           "2026-03-05T11:00:00+9:00",
                           "2026-03-05T11:00:00+0900",
                           "2026-03-05T11:00:00+24:00",
                           "2026-03-05T11:00:00+09:60",
                           "2026-03-05T11:00:00+09",
                           "2026-03-05T11:00:00+09:00Z",
                           "2026-03-05T11:00:00+",
                           "2026-03-05T-1:00:00Z",
                           "2026/03/05T11:00:00Z",
                           "0000-01-01T00:00:00Z",
                           "2026-03-05T11:00:00\xEF\xBC\xBA",
                           "\xEF\xBC\x92"
                           "026-03-05T11:00:00Z",
                           "1772704800"}) {
    EXPECT_FALSE(parse_time(text)) << text;
  }
  EXPECT_TRUE(parse_time("2000-02-29T00:00:00Z"));
  EXPECT_FALSE(parse_time(std::string("2026-03-05T11:00:00Z\0", 21)));
}

TEST(Time, StandsRandomDamage) {
  const std::string good = "2026-03-05T11:00:00.25+09:00";
  TestRandom random(3339);
  for (int i = 0; i < 20000; ++i) {
    std::string text = good;
    for (std::size_t j = 1 + random.below(3); j > 0; --j) {
      text[random.below(text.size())] = "0123456789-:.TZ+ x"[random.below(18)];
    }
    text.resize(random.one_in(4) ? random.below(text.size()) : text.size());
    const auto instant = parse_time(text);
    ASSERT_TRUE(!instant || instant->seconds < 253402387200) << text;
  }
}

TEST(Time, AgreesWithNode) {
  TestRandom random(1970);
  std::vector<std::string> lines;
  std::vector<std::string> expected;
  for (int i = 0; i < 1000; ++i) {
    const auto number = [&](std::size_t low, std::size_t count) {
      return static_cast<int>(low + random.below(count));
    };
    // One statement each: compilers differ in the order in which they evaluate arguments.
    const int year = number(1, 9999);
    const int month = number(1, 12);
    const int day = number(1, 28);
    const int hour = number(0, 24);
    const int minute = number(0, 60);
    const int second = number(0, 60);
    char text[128];
    std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d%s", year, month, day, hour,
                  minute, second,
                  random.one_in(2)   ? "Z"
                  : random.one_in(2) ? "+09:30"
                                     : "-11:45");
    lines.push_back(text);
    expected.push_back(std::to_string(seconds(text)));
  }
  const auto printed =
      run_node("for (const line of lines) console.log(String(Date.parse(line) / 1000));", lines);
  HOLDFAST_SKIP_WITHOUT_NODE(printed);
  EXPECT_EQ(*printed, expected);
}

}  // namespace
}  // namespace holdfast
