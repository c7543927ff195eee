// Runs the commands from which a contract reads decisions: without a shell, each within a time of
// its own and all of them within one together, so that a hook that asks is never slow for long.
#pragma once

#include <memory>
#include <string>

#include "core/decision_observe.h"

namespace holdfast {

struct CommandTimes {
  int each_ms = 2'000;
  int together_ms = 5'000;  // counted from the first command
};

// Commands are found on PATH and run in that folder. Their standard error is dropped.
std::unique_ptr<CommandRunner> make_command_runner(std::string folder, CommandTimes times = {});

}  // namespace holdfast
