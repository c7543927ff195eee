// A campaign: blocks of cases given to workers, merged in their order. The result does not depend
// on the number of workers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/block.h"
#include "harness/shard.h"
#include "harness/twins.h"

namespace holdfast {

struct CampaignOptions {
  StreamOptions stream;
  std::uint64_t cases = 0;  // 0: as many blocks as begin within time_s
  double time_s = 0;
  unsigned workers = 1;
  unsigned shrink_calls_max = 300;  // subject calls a bucket
  Shard shard{};                    // a part needs `cases`: a time budget ends elsewhere in each
};

struct Bucket {
  BucketKey key;
  std::uint64_t count = 0;
  std::uint64_t first_case = 0;
  std::vector<std::string> reasons;
  std::string diagnosis;
  Case smallest;         // of the first case; as found where it could not be made smaller
  bool minimal = false;  // no single removal is left; false when the budget ran out
  std::uint64_t shrink_calls = 0;
};

struct BlockSummary {
  std::uint64_t block = 0;
  std::uint64_t cases = 0;
  OutcomeCounts counts{};
  bool void_kills = false;
  std::string stream_sha256;
};

struct CampaignResult {
  SubjectDescription subject;
  std::vector<Version> versions;  // of the documents that were asked about
  std::string identity;
  std::uint64_t cases = 0;
  std::vector<BlockSummary> blocks;
  std::vector<OutcomeCounts> of_strategy;
  std::vector<OutcomeCounts> of_control;
  std::vector<std::uint64_t>
      void_kills;               // of each strategy: rejected in a block whose controls failed
  std::vector<Bucket> buckets;  // by key
  OutcomeCounts totals{};
  bool abandoned = false;
  std::optional<Error> error;      // the subject failed on the way; what was done before it stands
  std::vector<TwinVerdict> twins;  // one that was not convicted voids the run
  double elapsed_s = 0;  // of the cases, not of shrinking; never part of the deterministic record
};

struct CampaignProgress {
  std::uint64_t cases = 0;
  std::uint64_t cases_planned = 0;  // 0 when time decides
  std::uint64_t survivors = 0;
  double elapsed_s = 0;
};

struct CampaignHooks {
  std::function<void(const CampaignProgress&)> on_progress;  // one caller at a time
  OnFailure on_failure;                                      // by several workers at once
  // A bucket before it is shrunk, and again after: what was found is safe before anything else
  // happens.
  std::function<void(const Bucket&)> on_bucket;
};

// Error: the subject could not be started at all.
Result<CampaignResult> run_campaign(const CampaignOptions& options, const SubjectFactory& factory,
                                    const CampaignHooks& hooks = {});

}  // namespace holdfast
