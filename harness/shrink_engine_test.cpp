// Four problems of the public shrinking challenge, from their descriptions: whatever the start, the
// shrinker has to end at the one smallest value.
#include "harness/shrink_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>

#include "core/json.h"
#include "generators/random.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kSeeds = 100;

struct Tally {
  std::set<std::string> minima;
  std::uint64_t runs = 0;
  std::uint64_t calls = 0;
  std::uint64_t calls_max = 0;

  double mean() const { return static_cast<double>(calls) / static_cast<double>(runs); }
};

using Make = Value (*)(Random& random);
using Fails = bool (*)(const Value& value);

Tally shrink_many(Make make, Fails fails) {
  Tally tally;
  for (std::uint64_t seed = 0; tally.runs < kSeeds; ++seed) {
    Random random(seed, 0);
    const Value start = make(random);
    if (!fails(start)) {
      continue;
    }
    ShrinkBudget budget({.calls_max = 10'000});
    const ShrunkValue shrunk = shrink_value(start, fails, budget);
    EXPECT_TRUE(shrunk.minimal);
    tally.minima.insert(write_compact_json(shrunk.smallest));
    ++tally.runs;
    tally.calls += budget.calls();
    tally.calls_max = std::max(tally.calls_max, budget.calls());
  }
  ::testing::Test::RecordProperty("mean_calls", std::to_string(tally.mean()));
  std::printf("mean calls %.0f, most %llu\n", tally.mean(),
              static_cast<unsigned long long>(tally.calls_max));
  return tally;
}

std::int64_t between(Random& random, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low + 1)));
}

bool all_integers(const Value& value) {
  return value.is_array() && std::all_of(value.items().begin(), value.items().end(),
                                         [](const Value& item) { return item.is_integer(); });
}

// bound5: five lists of 16-bit numbers, each with a sum below 256; the sum of all, in 16 bits, is
// not below 5 * 256.
Value make_bound5(Random& random) {
  Value lists = Value::array();
  for (int i = 0; i < 5; ++i) {
    Value list = Value::array();
    for (std::int64_t n = between(random, 0, 3); n > 0; --n) {
      list.append(between(random, INT16_MIN, INT16_MAX));
    }
    lists.append(std::move(list));
  }
  return lists;
}

bool fails_bound5(const Value& lists) {
  if (!lists.is_array() || lists.size() != 5) {
    return false;
  }
  std::int16_t total = 0;
  for (const Value& list : lists.items()) {
    if (!all_integers(list)) {
      return false;
    }
    std::int16_t sum = 0;
    for (const Value& item : list.items()) {
      if (item.integer() < INT16_MIN || item.integer() > INT16_MAX) {
        return false;
      }
      sum = static_cast<std::int16_t>(sum + item.integer());
    }
    if (sum >= 256) {
      return false;
    }
    total = static_cast<std::int16_t>(total + sum);
  }
  return total >= 5 * 256;
}

TEST(ShrinkEngine, SolvesBound5) {
  const Tally tally = shrink_many(make_bound5, fails_bound5);
  EXPECT_EQ(tally.minima, std::set<std::string>{"[[],[],[],[-1],[-32768]]"});
  EXPECT_LE(tally.mean(), 300);
}

// calculator: [0, a, b] adds, [1, a, b] divides. No divisor is written as zero, and yet one is.
Value make_expression(Random& random, int depth) {
  if (depth == 0 || random.below(3) == 0) {
    return between(random, -9, 9);
  }
  return Value::array({Value(between(random, 0, 1)), make_expression(random, depth - 1),
                       make_expression(random, depth - 1)});
}
Value make_calculator(Random& random) { return make_expression(random, 5); }

bool is_expression(const Value& value) {
  if (value.is_integer()) {
    return true;
  }
  return value.is_array() && value.size() == 3 && value.items()[0].is_integer() &&
         (value.items()[0].integer() == 0 ||
          (value.items()[0].integer() == 1 && !(value.items()[2] == Value(0)))) &&
         is_expression(value.items()[1]) && is_expression(value.items()[2]);
}

// nullopt: a division by zero.
std::optional<std::int64_t> result_of(const Value& value) {
  if (value.is_integer()) {
    return value.integer();
  }
  const auto left = result_of(value.items()[1]);
  const auto right = result_of(value.items()[2]);
  if (!left || !right) {
    return std::nullopt;
  }
  if (value.items()[0].integer() == 0) {
    return *left + *right;
  }
  return *right == 0 ? std::nullopt : std::optional(*left / *right);
}

bool fails_calculator(const Value& value) { return is_expression(value) && !result_of(value); }

TEST(ShrinkEngine, SolvesTheCalculator) {
  const Tally tally = shrink_many(make_calculator, fails_calculator);
  EXPECT_EQ(tally.minima, std::set<std::string>{"[1,0,[0,0,0]]"});
  EXPECT_LE(tally.mean(), 150);
}

// length list: first the length, then so many numbers; the largest is 900 or more.
Value make_length_list(Random& random) {
  Value list = Value::array();
  const std::int64_t length = between(random, 1, 100);
  for (std::int64_t i = 0; i < length; ++i) {
    list.append(between(random, 0, 1000));
  }
  return Value::array({Value(length), std::move(list)});
}

bool fails_length_list(const Value& value) {
  if (!value.is_array() || value.size() != 2 || !value.items()[0].is_integer() ||
      !all_integers(value.items()[1])) {
    return false;
  }
  const auto& numbers = value.items()[1].items();
  return value.items()[0].integer() == static_cast<std::int64_t>(numbers.size()) &&
         std::all_of(numbers.begin(), numbers.end(),
                     [](const Value& n) { return n.integer() >= 0 && n.integer() <= 1000; }) &&
         std::any_of(numbers.begin(), numbers.end(),
                     [](const Value& n) { return n.integer() >= 900; });
}

TEST(ShrinkEngine, SolvesTheLengthList) {
  const Tally tally = shrink_many(make_length_list, fails_length_list);
  EXPECT_EQ(tally.minima, std::set<std::string>{"[1,[900]]"});
  EXPECT_LE(tally.mean(), 150);
}

// reverse: a list that is not its own reverse.
Value make_reverse(Random& random) {
  Value list = Value::array();
  for (std::int64_t n = between(random, 0, 30); n > 0; --n) {
    list.append(between(random, -1000, 1000));
  }
  return list;
}

bool fails_reverse(const Value& list) {
  if (!all_integers(list)) {
    return false;
  }
  Value reversed = list;
  std::reverse(reversed.items().begin(), reversed.items().end());
  return !(reversed == list);
}

TEST(ShrinkEngine, SolvesReverse) {
  const Tally tally = shrink_many(make_reverse, fails_reverse);
  EXPECT_EQ(tally.minima, std::set<std::string>{"[0,1]"});
  EXPECT_LE(tally.mean(), 150);
}

TEST(ShrinkEngine, StopsWhenItsCallsAreSpentAndSaysSo) {
  Random random(1, 0);
  Value start = make_length_list(random);
  while (!fails_length_list(start)) {
    start = make_length_list(random);
  }
  ShrinkBudget budget({.calls_max = 3});
  const ShrunkValue shrunk = shrink_value(start, fails_length_list, budget);
  EXPECT_FALSE(shrunk.minimal);
  EXPECT_EQ(budget.calls(), 3U);
  EXPECT_TRUE(fails_length_list(shrunk.smallest));
}

TEST(ShrinkEngine, StopsWhenItsSecondsAreOver) {
  double now_s = 0;
  ShrinkBudget budget({.calls_max = 1'000'000, .seconds_max = 5}, [&] { return now_s += 1; });
  const Value start = Value::array({Value(950), Value(950), Value(950), Value(950), Value(950)});
  const ShrunkValue shrunk = shrink_value(start, all_integers, budget);
  EXPECT_FALSE(shrunk.minimal);
  EXPECT_LT(budget.calls(), 6U);
}

}  // namespace
}  // namespace holdfast
