// How often the measure of `trace` agrees with judgements made by hand: a file of pairs, one JSON
// object a line, and the confusion matrix.
//
// A pair holds its texts, or names an entry and a boundary of a session by the SHA-256 of the
// session's file. The latter is not run where the session is not at hand.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/trace_text.h"

namespace holdfast {

inline constexpr std::size_t kSurvivals = 7;
using ConfusionMatrix = std::array<std::array<std::uint32_t, kSurvivals>, kSurvivals>;

struct PairMiss {
  std::string id;
  Survival judged = Survival::kAbsent;
  Survival measured = Survival::kAbsent;
};

struct PairsMeasured {
  ConfusionMatrix own{};   // [judged][measured], of pairs that hold their texts
  ConfusionMatrix real{};  // of pairs that name a session
  std::uint32_t not_run = 0;
  std::vector<PairMiss> misses;
};

// `sessions` is a folder with session files, or empty.
Result<PairsMeasured> measure_pairs(const std::string& file, const std::string& sessions);

}  // namespace holdfast
