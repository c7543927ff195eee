// The report of a campaign for a person: kill matrix, controls, failures with the smallest case of
// each, seed, record and how to replay.
#pragma once

#include <string>
#include <vector>

#include "harness/campaign.h"

namespace holdfast {

struct ReportOptions {
  bool color = false;
  bool show_text = true;        // false: texts of the documents appear as their length only
  std::string store_directory;  // where each bucket's case lies; empty for nowhere
  std::string run_directory;    // where the record lies
  std::string subject_flags;    // as typed, for the lines to copy: e.g. " --subject 'python3 v.py'"
  std::string hunt_flags;       // the other flags that make the same stream again
  std::vector<std::string> file_strategies;  // names of those that came from files
};

std::string campaign_report(const CampaignOptions& options, const CampaignResult& result,
                            const ReportOptions& report);

// Strategies from files that changed no document's meaning in the whole campaign. What a shard did
// not reach another may, so a shard misses nothing.
std::vector<std::string> never_applied(const CampaignOptions& options, const CampaignResult& result,
                                       const std::vector<std::string>& file_strategies);

// One line a difference: "/rollback  before "…"  after "…"". At most `lines_max`, then how many
// more.
std::vector<std::string> describe_difference(const Case& c, bool show_text,
                                             std::size_t lines_max = 6);

}  // namespace holdfast
