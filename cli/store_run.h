// What the subcommands of `holdfast store` do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/exit_code.h"

namespace holdfast {

struct StoreFlags {
  std::string state_directory = ".holdfast";
  std::string directory;  // <state-dir>/store when empty
  bool json = false;
  int wait_ms = 2000;  // for the lock
  // of one subcommand each
  std::string file;       // propose: the candidate; judge: the verdict
  std::string candidate;  // judge, promote, current
  std::string source;     // judge: a file; its digest is recorded
  std::int64_t generation = -1;
  std::string record;
  std::string promotion_id;  // promote, history; made when empty
  std::string out;           // current: where its bytes go

  std::string path() const { return directory.empty() ? state_directory + "/store" : directory; }
};

ExitCode store_init(const StoreFlags& flags);
ExitCode store_propose(const StoreFlags& flags);
ExitCode store_judge(const StoreFlags& flags);
ExitCode store_promote(const StoreFlags& flags);
ExitCode store_current(const StoreFlags& flags);
ExitCode store_history(const StoreFlags& flags);
ExitCode store_rejected(const StoreFlags& flags);
ExitCode store_recover(const StoreFlags& flags);
ExitCode store_verify(const StoreFlags& flags);
ExitCode store_sweep(const StoreFlags& flags);

}  // namespace holdfast
