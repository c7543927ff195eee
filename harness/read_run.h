// Reads run/v1 back, strictly: what does not add up is no record. Its lines are kept as they were
// read, so that they can be written again byte for byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/value.h"
#include "harness/block.h"
#include "harness/shard.h"
#include "harness/twins.h"

namespace holdfast {

struct RunBlock {
  std::uint64_t block = 0;
  std::uint64_t cases = 0;
  OutcomeCounts counts{};
  Value line;
};

struct RunBucket {
  BucketKey key;
  std::uint64_t count = 0;
  std::uint64_t first_case = 0;
  Value line;
};

struct RunTotals {
  std::uint64_t cases = 0;
  OutcomeCounts counts{};
  std::uint64_t void_kills = 0;
  bool abandoned = false;
  Value error;  // null for none
  std::vector<std::pair<std::string, OutcomeCounts>> matrix;
  std::vector<std::pair<std::string, OutcomeCounts>> controls;
  std::vector<TwinVerdict> twins;  // empty in a record of a version that had none
};

struct RunRecord {
  std::string where;  // the file
  Value header;       // without `shard`: as the whole campaign has it
  Shard shard;
  std::uint64_t cases_planned = 0;  // of the whole campaign; 0 where the record is a whole one
  std::uint64_t block_cases = 0;
  std::vector<RunBlock> blocks;  // ascending
  std::vector<RunBucket> buckets;
  RunTotals totals;
};

// Errors are kInput and name file, line and member. Checked: every line of run/v1 in its order, and
// that the totals are the sums of the blocks, of the matrix and of the buckets.
Result<RunRecord> read_run(std::string_view bytes, const std::string& where);

}  // namespace holdfast
