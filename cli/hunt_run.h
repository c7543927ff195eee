// The main job behind `holdfast hunt`: from flags to a campaign, its files and its report.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/exit_code.h"
#include "cli/subject_flags.h"
#include "harness/campaign.h"

namespace holdfast {

struct HuntFlags {
  SubjectFlags subject;
  std::optional<std::uint64_t> seed;  // drawn and printed where absent
  std::uint64_t cases = 0;
  double time_s = 0;
  unsigned workers = 0;  // 0: one a core
  std::string policy = "exact";
  std::string session;
  std::size_t list_items_max = 8;
  std::string shard;       // "k/n", or "n" with k from the environment; empty: the environment
  std::string strategies;  // a folder of strategy/v1 files
  std::string state_directory = ".holdfast";
  std::string store;  // empty: <state>/failures; "none"
  std::string out;    // empty: a new folder beneath <state>/runs
  bool json = false;
  bool show_text = false;
  bool self_check = false;  // also convict sabotaged processes, before the campaign
  std::string kind = "compaction";
  bool zoo = false;  // hunt the faulty verifiers of the zoo instead (cli/zoo_run.h)
  std::uint64_t zoo_seeds = 10;
};

ExitCode run_hunt(const HuntFlags& flags);

// The exit code that a campaign earns.
ExitCode exit_code_for(const CampaignResult& result);

}  // namespace holdfast
