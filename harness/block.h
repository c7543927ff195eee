// One block of a campaign: kBlockCases cases against a fresh subject. Blocks know nothing of each
// other, so that any number of workers gives the same results.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/case_stream.h"
#include "harness/outcome.h"
#include "harness/subject.h"

namespace holdfast {

// Failures of one kind: the same invariant, the same strategy (or control), the same outcome.
struct BucketKey {
  std::string invariant;
  std::string strategy;
  Outcome outcome = Outcome::kAccepted;

  auto operator<=>(const BucketKey&) const = default;
  // Stable across runs: "<invariant>.<strategy>.<outcome>".
  std::string id() const;
};

struct BucketCount {
  std::uint64_t count = 0;
  std::uint64_t first_case = 0;
  std::vector<std::string> reasons;  // of the first case's answer
  std::string diagnosis;
};

struct BlockResult {
  std::uint64_t block = 0;
  std::uint64_t cases = 0;
  std::vector<OutcomeCounts> of_strategy;  // by the registry's index
  std::vector<OutcomeCounts> of_control;
  std::map<BucketKey, BucketCount> buckets;
  bool control_failed = false;  // the block's kills are void
  bool abandoned = false;       // too many accidents in a row: the rest was not asked
  std::uint64_t restarts = 0;   // fresh subjects beyond the first
  std::string stream_sha256;    // of the cases, asked or not
  std::optional<Error> error;   // the subject could not be started
};

// Called with each failure as soon as it is known.
using OnFailure =
    std::function<void(std::uint64_t block, const BucketKey& key, const Case& failure)>;

// Accidents (timeout, crash, malformed) in a row after which a block is given up.
inline constexpr int kAccidentsInARowMax = 10;
inline constexpr int kTimeoutsInARowMax = 3;

BlockResult run_block(std::uint64_t block, std::uint64_t cases, const StreamOptions& options,
                      const SubjectFactory& factory, const OnFailure& on_failure);

}  // namespace holdfast
