// What `holdfast hook` does with its flags and its standard input.
#pragma once

#include <string>

#include "cli/continuity_means.h"
#include "cli/exit_code.h"

namespace holdfast {

struct HookFlags {
  ContinuityFlags continuity;
  std::string runtime;
  std::string mark = "#hold";
  bool strict = false;
};

// 0, or kDenied for a call that is not to be made: whatever else goes wrong is recorded.
ExitCode run_hook_command(const HookFlags& flags);

// Whether the arguments are those of the hook command: then nothing may end with another code.
bool is_hook_call(int argc, const char* const* argv);

}  // namespace holdfast
