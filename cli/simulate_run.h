// `holdfast simulate`: from flags to a pipeline, a simulation or a sweep, and what is printed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/exit_code.h"

namespace holdfast {

struct SimulateFlags {
  std::string runtime;   // a bundled recipe's name or a recipe's path
  std::string subject;   // a command that compacts, instead of a runtime
  std::string verifier;  // a command that judges; empty: the built-in
  std::uint64_t rounds = 15;
  std::uint64_t entries = 400;
  std::optional<std::uint64_t> seed;  // drawn and printed where absent
  unsigned japanese_percent = 30;
  std::size_t budget_characters = 4000;
  int deadline_ms = 60'000;
  bool ledger = false;
  bool detours = false;
  bool no_gate = false;
  bool sweep = false;
  bool list = false;
  bool json = false;
  std::string write_history;  // a path: the history as entries/v1
};

ExitCode run_simulate(const SimulateFlags& flags);

}  // namespace holdfast
