#include "harness/campaign.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "core/check.h"
#include "harness/shrink.h"

namespace holdfast {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Hands out the shard's blocks in their order, so that what was done is always the first so many.
class Workers {
 public:
  Workers(const CampaignOptions& options, const SubjectFactory& factory, const CampaignHooks& hooks)
      : options_(options),
        factory_(factory),
        hooks_(hooks),
        begin_(Clock::now()),
        next_(options.shard.index) {}

  std::vector<BlockResult> run() {
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < options_.workers; ++i) {
      threads.emplace_back([this] { work(); });
    }
    work();
    for (std::thread& thread : threads) {
      thread.join();
    }
    std::vector<BlockResult> results;
    for (auto& [block, result] : done_) {
      // What a faster worker did behind the block that ended the run is left out, so that the
      // number of workers does not show.
      const bool last = result.abandoned || result.error;
      results.push_back(std::move(result));
      if (last) {
        break;
      }
    }
    return results;
  }

  double elapsed_s() const { return seconds_since(begin_); }

 private:
  std::uint64_t cases_of(std::uint64_t block) const {
    if (options_.cases == 0) {
      return kBlockCases;
    }
    return std::min(kBlockCases, options_.cases - block * kBlockCases);
  }

  bool is_over(std::uint64_t block) const {
    if (stop_) {
      return true;
    }
    // With a time budget at least one block is run.
    return options_.cases != 0 ? block * kBlockCases >= options_.cases
                               : block > 0 && elapsed_s() >= options_.time_s;
  }

  void work() {
    while (true) {
      std::uint64_t block = 0;
      {
        const std::lock_guard lock(mutex_);
        if (is_over(next_)) {
          return;
        }
        block = next_;
        next_ += options_.shard.of;
      }
      BlockResult result =
          run_block(block, cases_of(block), options_.stream, factory_, hooks_.on_failure);
      const std::lock_guard lock(mutex_);
      stop_ = stop_ || result.abandoned || result.error.has_value();
      report(result);
      done_.emplace(block, std::move(result));
    }
  }

  void report(const BlockResult& result) {
    progress_.cases += result.cases;
    progress_.cases_planned = options_.shard.is_whole() ? options_.cases : 0;
    progress_.elapsed_s = elapsed_s();
    for (const OutcomeCounts& counts : result.of_strategy) {
      progress_.survivors += counts[static_cast<std::size_t>(Outcome::kAccepted)];
    }
    if (hooks_.on_progress) {
      hooks_.on_progress(progress_);
    }
  }

  const CampaignOptions& options_;
  const SubjectFactory& factory_;
  const CampaignHooks& hooks_;
  const Clock::time_point begin_;
  std::mutex mutex_;
  std::uint64_t next_;
  bool stop_ = false;
  CampaignProgress progress_;
  std::map<std::uint64_t, BlockResult> done_;
};

void add(OutcomeCounts& sum, const OutcomeCounts& counts) {
  for (std::size_t i = 0; i < kOutcomeCount; ++i) {
    sum[i] += counts[i];
  }
}

void merge(const BlockResult& block, CampaignResult& result,
           std::map<BucketKey, BucketCount>& buckets) {
  BlockSummary summary{.block = block.block,
                       .cases = block.cases,
                       .counts = {},
                       .void_kills = block.control_failed,
                       .stream_sha256 = block.stream_sha256};
  for (std::size_t i = 0; i < block.of_strategy.size(); ++i) {
    add(result.of_strategy[i], block.of_strategy[i]);
    add(summary.counts, block.of_strategy[i]);
    if (block.control_failed) {
      result.void_kills[i] += block.of_strategy[i][static_cast<std::size_t>(Outcome::kRejected)];
    }
  }
  for (std::size_t i = 0; i < block.of_control.size(); ++i) {
    add(result.of_control[i], block.of_control[i]);
    add(summary.counts, block.of_control[i]);
  }
  add(result.totals, summary.counts);
  result.cases += block.cases;
  result.blocks.push_back(std::move(summary));
  result.abandoned = result.abandoned || block.abandoned;
  if (block.error) {
    result.error = block.error;
  }
  for (const auto& [key, count] : block.buckets) {
    const auto [found, inserted] = buckets.emplace(key, count);
    if (!inserted) {
      found->second.count += count.count;
    }
  }
}

void shrink_buckets(const CampaignOptions& options, const SubjectFactory& factory,
                    const std::map<BucketKey, BucketCount>& counts, const CampaignHooks& hooks,
                    CampaignResult& result) {
  CaseStream stream(options.stream);
  for (const auto& [key, count] : counts) {
    const StreamCase* made = stream.make(count.first_case);
    CHECK(made != nullptr);
    Bucket bucket{.key = key,
                  .count = count.count,
                  .first_case = count.first_case,
                  .reasons = count.reasons,
                  .diagnosis = count.diagnosis,
                  .smallest = stream.to_case(*made)};
    if (hooks.on_bucket) {
      hooks.on_bucket(bucket);
    }
    // A story is small as it is, and what is left of one may tell of something else.
    if (options.stream.kind != "compaction") {
      result.buckets.push_back(std::move(bucket));
      continue;
    }
    if (const auto shrunk = shrink_case(bucket.smallest, key, factory, options.shrink_calls_max)) {
      bucket.smallest = shrunk->smallest;
      bucket.minimal = shrunk->minimal;
      bucket.shrink_calls = shrunk->calls;
      if (hooks.on_bucket) {
        hooks.on_bucket(bucket);
      }
    }
    result.buckets.push_back(std::move(bucket));
  }
}

// Of the versions that may be asked about, those that the subject declares. A session's documents
// are of the first.
std::vector<Version> asked_versions(const StreamOptions& options,
                                    const SubjectDescription& subject) {
  std::vector<Version> versions;
  for (const Version version : options.versions) {
    const std::string_view schema = to_text(version);
    const bool declared =
        std::find(subject.schemas.begin(), subject.schemas.end(), schema) != subject.schemas.end();
    if (declared && (options.manifests.empty() || version == Version::kV1)) {
      versions.push_back(version);
    }
  }
  return versions;
}

}  // namespace

Result<CampaignResult> run_campaign(const CampaignOptions& options, const SubjectFactory& factory,
                                    const CampaignHooks& hooks) {
  CHECK(options.cases > 0 || (options.time_s > 0 && options.shard.is_whole()));
  CampaignResult result;
  {
    // Asked first, so that a subject that is none costs no run.
    auto probe = factory.start();
    if (!probe) {
      return probe.error();
    }
    result.subject = (*probe)->description();
    result.identity = factory.identity();
  }
  CampaignOptions asked = options;
  asked.stream.versions = asked_versions(options.stream, result.subject);
  if (asked.stream.versions.empty()) {
    return Error{ErrorCode::kSubject, "the subject declares no schema that could be asked about",
                 result.identity,
                 "let its hello name \"schemas\": [\"resume-manifest/v1\"] or v2, or both"};
  }
  result.versions = asked.stream.versions;
  result.of_strategy.resize(options.stream.strategies.size());
  result.of_control.resize(options.stream.controls.size());
  result.void_kills.resize(options.stream.strategies.size());
  result.twins = try_twins(options.stream);
  Workers workers(asked, factory, hooks);
  std::map<BucketKey, BucketCount> buckets;
  for (const BlockResult& block : workers.run()) {
    merge(block, result, buckets);
  }
  result.elapsed_s = workers.elapsed_s();
  shrink_buckets(asked, factory, buckets, hooks, result);
  return result;
}

}  // namespace holdfast
