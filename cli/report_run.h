// Behind `holdfast report`: a record in, reports out.
#pragma once

#include <string>

#include "cli/exit_code.h"

namespace holdfast {

struct ReportFlags {
  std::string run;   // a folder with run.jsonl, a run.jsonl, or a simulation/v1 file
  std::string html;  // files to write; empty: none, "-": standard output
  std::string junit;
  std::string markdown;
  bool show_text = false;
  bool github = false;
  bool json = false;
};

// 0 once everything is written, whatever the run found: that was the exit code of the run itself.
ExitCode run_report(const ReportFlags& flags);

}  // namespace holdfast
