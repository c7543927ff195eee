// Joins the records of a campaign's shards into the record that the campaign would have written had
// it run in one piece, byte for byte, and proves on the way that they are the whole of it: the same
// campaign, every block there, none twice.
//
// Why that can be done from records alone: a block's results depend on nothing but its number, sums
// do not care for order, and a bucket is shrunk from its lowest case, which lies in one shard.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "harness/read_run.h"

namespace holdfast {

struct MergedRun {
  std::string record;  // run/v1
  std::size_t shards = 0;
  std::size_t blocks = 0;
  RunTotals totals;
  std::vector<BucketKey> buckets;
  // Strategies from files that broke no document in the whole campaign.
  std::vector<std::string> never_applied;
};

// Errors are kInput: which record does not belong to the first, which blocks are missing or
// doubled; kSubject where a shard was given up, so that there is no whole campaign.
Result<MergedRun> merge_runs(const std::vector<RunRecord>& records);

struct ShardTimes {
  Shard shard;
  std::string bytes;  // of its times.json
  std::string where;
};
// The sidecars: the longest time, all workers, and each shard's own.
Result<std::string> merge_times(const std::vector<ShardTimes>& times);

}  // namespace holdfast
