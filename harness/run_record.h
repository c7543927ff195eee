// run/v1: what a campaign was and found, as JSON lines: a header, one line a block, one a bucket,
// totals. Deterministic: no clock, no path, no number of workers. Times stand in a file of their
// own.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/campaign.h"
#include "harness/read_run.h"

namespace holdfast {

struct RunContext {
  std::string holdfast_version;
  std::string
      session_sha256;     // of the session file that the documents came from; empty for random ones
  bool show_text = true;  // false: cases from a user's file are named by id only
  // Of the strategies that came from files: name and digest of the file's bytes.
  std::vector<std::pair<std::string, std::string>> strategy_files{};
};

std::string write_run_record(const CampaignOptions& options, const CampaignResult& result,
                             const RunContext& context);
// The sidecar: what differs from one run to the next.
std::string write_run_times(const CampaignOptions& options, const CampaignResult& result);

// The last line of a record.
Value totals_value(const RunTotals& totals);
// {"rejected": 12, …} without the outcomes that did not occur.
Value counts_value(const OutcomeCounts& counts);

}  // namespace holdfast
