// The arithmetic of the table with numbers of our own: nothing here measures time.
#include "bench/report.h"

#include <gtest/gtest.h>

#include <cmath>

namespace holdfast::bench {
namespace {

constexpr Row kFaster = {"row", Row::Kind::kFaster, "ours", "rival", "Rival", 2.5, 44000};
constexpr Row kCost = {"row", Row::Kind::kCost, "ours", "rival", "Rival", 2};

// Nine pairs; a pair's machine is `speed` times as slow as the first.
Samples nine(double ours, double rival, double hash = 700) {
  Samples samples;
  for (int pair = 0; pair < 9; ++pair) {
    const double speed = 1 + pair;
    samples["ours"][pair] = ours * speed;
    samples["rival"][pair] = rival * speed;
    samples["hash.855"][pair] = hash;
  }
  return samples;
}

TEST(BenchReport, TakesTheMedian) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
}

TEST(BenchReport, ComparesPairByPair) {
  // Each pair says 3 times; the medians of each side alone come from other pairs.
  Samples samples = nine(1000, 3000);
  samples["ours"][8] = 100;
  samples["rival"][8] = 300;
  const RowResult result = judge(kFaster, samples, kPairsMin);
  EXPECT_EQ(result.outcome, Outcome::kMet);
  EXPECT_NEAR(*result.figure, 3, 1e-9);
  EXPECT_EQ(result.pairs, 9U);
}

TEST(BenchReport, KnowsWhichWayAGoalPoints) {
  EXPECT_EQ(judge(kFaster, nine(1000, 2499), kPairsMin).outcome, Outcome::kNotMet);
  EXPECT_EQ(judge(kFaster, nine(1000, 2501), kPairsMin).outcome, Outcome::kMet);
  EXPECT_EQ(judge(kCost, nine(1999, 1000), kPairsMin).outcome, Outcome::kMet);
  EXPECT_EQ(judge(kCost, nine(2001, 1000), kPairsMin).outcome, Outcome::kNotMet);
}

TEST(BenchReport, NeverMeetsAGoalWithoutARival) {
  Samples samples = nine(1, 1e6);
  samples.erase("rival");
  const RowResult result = judge(kFaster, samples, kPairsMin);
  EXPECT_EQ(result.outcome, Outcome::kNotRun);
  EXPECT_FALSE(result.figure);
  EXPECT_NE(result.note.find("rival is missing"), std::string::npos);
}

TEST(BenchReport, NeverMeetsAGoalWithTooFewPairs) {
  Samples samples = nine(1000, 9000);
  samples["rival"].erase(4);
  EXPECT_EQ(judge(kFaster, samples, kPairsMin).outcome, Outcome::kNotRun);
  EXPECT_EQ(judge(kFaster, samples, 3).outcome, Outcome::kMet);
}

TEST(BenchReport, VoidsTheRowOfARivalThatWasTooSlow) {
  // The median pair is 5 times as slow: 1.5 * 44000 ns are allowed.
  EXPECT_EQ(judge(kFaster, nine(1000, 13100), kPairsMin).outcome, Outcome::kMet);
  EXPECT_EQ(judge(kFaster, nine(1000, 13300), kPairsMin).outcome, Outcome::kVoid);
  // On a machine that hashes at half the speed it may take twice as long.
  EXPECT_EQ(judge(kFaster, nine(1000, 13300, 1400), kPairsMin).outcome, Outcome::kMet);
  Samples without_hash = nine(1000, 3000);
  without_hash.erase("hash.855");
  EXPECT_EQ(judge(kFaster, without_hash, kPairsMin).outcome, Outcome::kVoid);
}

TEST(BenchReport, MeasuresARateAlone) {
  constexpr Row kRate = {.name = "row", .kind = Row::Kind::kRate, .ours = "ours", .goal = 600000};
  Samples samples = nine(300, 1);
  EXPECT_NEAR(*judge(kRate, samples, kPairsMin).figure, 1e9 / 1500, 1e-6);
  EXPECT_EQ(judge(kRate, samples, kPairsMin).outcome, Outcome::kMet);
  EXPECT_EQ(judge(kRate, nine(400, 1), kPairsMin).outcome, Outcome::kNotMet);
  EXPECT_EQ(judge(kRate, Samples(), kPairsMin).outcome, Outcome::kNotRun);
}

TEST(BenchReport, MeasuresAThroughputAndTellsItsCostBesideTheRivals) {
  constexpr Row kThroughput = {"row", Row::Kind::kThroughput, "ours", "rival", "SHA-256", 200};
  // The median pair is 5 times as slow: 4.5 ms a megabyte.
  const RowResult met = judge(kThroughput, nine(900000, 300000), kPairsMin);
  EXPECT_NEAR(*met.figure, 1e9 / 4500000, 1e-6);
  EXPECT_EQ(met.outcome, Outcome::kMet);
  EXPECT_EQ(met.note, "3.00 times the time of SHA-256 alone");
  EXPECT_EQ(judge(kThroughput, nine(1100000, 300000), kPairsMin).outcome, Outcome::kNotMet);
  Samples alone = nine(900000, 1);
  alone.erase("rival");
  EXPECT_EQ(judge(kThroughput, alone, kPairsMin).outcome, Outcome::kMet);
  EXPECT_EQ(judge(kThroughput, alone, kPairsMin).note, "");
  alone["ours"].erase(4);
  EXPECT_EQ(judge(kThroughput, alone, kPairsMin).outcome, Outcome::kNotRun);
  EXPECT_EQ(judge(kThroughput, Samples(), kPairsMin).outcome, Outcome::kNotRun);
}

TEST(BenchReport, TellsWhatARivalDoesBesideWithoutAGoal) {
  constexpr Row kBeside = {.name = "row",
                           .kind = Row::Kind::kBeside,
                           .ours = "ours",
                           .rival = "rival",
                           .rival_name = "SQLite",
                           .goal = 0};
  const RowResult told = judge(kBeside, nine(2e6, 1e6), kPairsMin);
  EXPECT_EQ(told.outcome, Outcome::kTold);
  EXPECT_NEAR(*told.figure, 100, 1e-9);
  EXPECT_EQ(told.note, "SQLite 200/s");
  Samples alone = nine(2e6, 1e6);
  alone.erase("rival");
  EXPECT_EQ(judge(kBeside, alone, kPairsMin).outcome, Outcome::kNotRun);
}

TEST(BenchReport, TellsASquareFromNLogN) {
  constexpr Row kGrowth = {
      .name = "row", .kind = Row::Kind::kGrowth, .ours = "growth", .goal = 1.2};
  Samples sorted;
  Samples squared;
  for (const double items : {10.0, 100.0, 1000.0, 10000.0, 100000.0}) {
    const std::string key = "growth." + std::to_string(static_cast<int>(items));
    sorted[key][0] = 5 * items * std::log(items);
    squared[key][0] = 0.1 * items * items;
  }
  EXPECT_NEAR(*judge(kGrowth, sorted, kPairsMin).figure, 1, 1e-9);
  EXPECT_EQ(judge(kGrowth, sorted, kPairsMin).outcome, Outcome::kMet);
  EXPECT_GT(*judge(kGrowth, squared, kPairsMin).figure, 1.6);
  EXPECT_EQ(judge(kGrowth, squared, kPairsMin).outcome, Outcome::kNotMet);
  sorted.erase("growth.100000");
  EXPECT_EQ(judge(kGrowth, sorted, kPairsMin).outcome, Outcome::kNotRun);
}

TEST(BenchReport, ReadsSamplesAndNamesTheLineThatIsNone) {
  const auto samples = read_samples("a.b\t0\t12.5\n\na.b\t1\t13\nc\t0\t1e3");
  ASSERT_TRUE(samples.ok());
  EXPECT_EQ(samples->at("a.b").at(1), 13);
  EXPECT_EQ(samples->at("c").at(0), 1000);
  for (const std::string_view line :
       {"a", "a\t0", "a\t0\t", "a\t0\tx", "a\tx\t1", "\t0\t1", "a\t0\t0", "a\t0\t-1", "a\t0\tnan",
        "a\t0\tinf", "a\t-1\t5", "a\t0.5\t5", "a\t0\t5 ", "Error: no module"}) {
    const auto bad = read_samples("good\t0\t1\n" + std::string(line) + "\n");
    ASSERT_FALSE(bad.ok()) << line;
    EXPECT_EQ(bad.error().where, "samples:2") << line;
  }
}

TEST(BenchReport, PrintsEveryRowEvenOfAnEmptyRun) {
  std::vector<RowResult> results;
  for (const Row& row : rows()) {
    results.push_back(judge(row, {}, kPairsMin));
    EXPECT_EQ(results.back().outcome, Outcome::kNotRun) << row.name;
  }
  const std::string text = table(results);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'),
            static_cast<std::ptrdiff_t>(rows().size()) + 1);
  EXPECT_EQ(text.find(" met"), std::string::npos);
  EXPECT_NE(json(results, {}, "0.10").find("\"result\": \"not run\""), std::string::npos);
}

}  // namespace
}  // namespace holdfast::bench
