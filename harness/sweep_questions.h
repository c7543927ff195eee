// The questions of a sweep, each a function of the pipeline alone, and the search that they share.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/result.h"
#include "harness/sweep.h"
#include "harness/sweep_lab.h"

namespace holdfast {

using SweepQuestion = Result<SweepFinding> (*)(Pipeline& pipeline, const SweepOptions& options);

std::span<const SweepQuestion> sweep_questions_of_text();    // how far, how much
std::span<const SweepQuestion> sweep_questions_of_rounds();  // how long, how many
std::span<const SweepQuestion> sweep_questions_of_kinds();   // what at all

inline constexpr std::size_t kSweepItemCharacters = 60;

// Whether the item survived that amount.
using Survives = std::function<Result<bool>(std::uint64_t amount)>;

struct Threshold {
  bool lost = false;
  std::optional<std::uint64_t> survived;  // the largest amount; absent where even 0 was lost
};
Result<Threshold> find_threshold(const Survives& survives, std::uint64_t limit);

// A directive that has just been folded, at the beginning of the summary.
Result<int> carried_directive(SweepLab& lab, std::uint64_t rounds_max);

}  // namespace holdfast
