// What `holdfast trace` does.
#pragma once

#include <cstdint>
#include <string>

#include "cli/exit_code.h"

namespace holdfast {

struct TraceFlags {
  std::string session;
  std::string conditions;      // a file, one condition a line
  std::uint32_t boundary = 0;  // 0: all
  bool json = false;
  std::string fail_on;   // a state
  std::string measure;   // a file of judged pairs
  std::string sessions;  // a folder with the sessions that pairs name
};

ExitCode trace_run(const TraceFlags& flags);

}  // namespace holdfast
