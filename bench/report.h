// The table of scripts/bench: rows, their goals, and the arithmetic between measured times and the
// words "met" and "not met".
//
// The model. A sample is a time in nanoseconds under a key, with the number of its pair: two
// samples with one number were taken right after each other. A ratio is the median over pairs, not
// the ratio of two medians, so that a machine which changes its speed between pairs changes
// nothing. What was not measured is "not run" and never "met". A rival that is slower than 1.5
// times its reference figure, scaled by how fast this machine hashes, was not given a fair run: its
// row is "void".
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace holdfast::bench {

inline constexpr std::size_t kPairsMin = 9;
inline constexpr double kRivalSlackMax = 1.5;
// The time of the row `hash.855` on the machine that gave the reference figures.
inline constexpr double kReferenceHashNs = 700;

// Key -> pair -> nanoseconds.
using Samples = std::map<std::string, std::map<int, double>, std::less<>>;
// Lines `KEY <tab> PAIR <tab> NANOSECONDS`. Empty lines are skipped.
Result<Samples> read_samples(std::string_view text);

struct Row {
  enum class Kind {
    kFaster,      // rival / ours, at least the goal
    kCost,        // ours / rival, at most the goal
    kRate,        // ours alone, calls per second, at least the goal
    kThroughput,  // ours, MB/s, at least the goal; samples are for one MB, and the rival's, where
                  // there are any, are told and not judged
    kBeside,      // calls per second beside the rival's; there is no goal
    kGrowth,      // exponent of n log n over the keys `ours`.<items>, at most the goal
  };
  std::string_view name;
  Kind kind;
  std::string_view ours;
  std::string_view rival{};
  std::string_view rival_name{};
  double goal;
  double rival_reference_ns = 0;  // 0: none
};

std::span<const Row> rows();

enum class Outcome { kMet, kNotMet, kNotRun, kVoid, kTold };
std::string_view to_text(Outcome outcome);

struct RowResult {
  const Row* row = nullptr;
  std::size_t pairs = 0;
  std::optional<double> ours_ns;  // medians
  std::optional<double> rival_ns;
  std::optional<double> figure;  // what the goal is compared with
  Outcome outcome = Outcome::kNotRun;
  std::string note;
};

// `pairs_min` is kPairsMin, or less for a quick look.
RowResult judge(const Row& row, const Samples& samples, std::size_t pairs_min);

double median(std::vector<double> values);
// The exponent e of time = c * (n log n)^e that fits best, by least squares on logarithms.
std::optional<double> growth_exponent(const std::map<double, double>& ns_of_items);

std::string table(const std::vector<RowResult>& results);
std::string json(const std::vector<RowResult>& results, const Samples& samples,
                 std::string_view load);

}  // namespace holdfast::bench
