// The work of `holdfast conformance`.
#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/subject_flags.h"

namespace holdfast {

struct ConformanceFlags {
  SubjectFlags subject;
  std::vector<std::string> vectors;  // ids; empty: all
  std::string export_directory;      // the vectors are written there and nothing is run
  bool list = false;
  bool json = false;
};

ExitCode run_conformance_command(const ConformanceFlags& flags);

}  // namespace holdfast
