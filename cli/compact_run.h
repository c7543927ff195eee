// What `holdfast compact` does: harness/compact_pipeline.h with files, a store and a command.
#pragma once

#include <cstddef>
#include <string>

#include "cli/exit_code.h"

namespace holdfast {

struct CompactFlags {
  std::string source;
  std::string compactor;  // run by /bin/sh -c
  std::string before;     // a manifest instead of the extracted one
  std::string evidence;
  std::string trace;  // what the run did after it resumed
  std::string state_directory = ".holdfast";
  std::string out;  // <state-dir>/compact when empty
  std::size_t budget_characters = 4000;
  int start_deadline_ms = 10'000;
  int deadline_ms = 60'000;
  int wait_ms = 2000;  // for the store's lock
  bool dry_run = false;
  bool json = false;

  std::string store_path() const { return state_directory + "/store"; }
  std::string out_path() const { return out.empty() ? state_directory + "/compact" : out; }
};

ExitCode compact_run(const CompactFlags& flags);

}  // namespace holdfast
