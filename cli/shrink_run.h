// `holdfast shrink` and `holdfast explain`: one stored case, from the file to the answer.
#pragma once

#include <cstdint>
#include <string>

#include "cli/exit_code.h"
#include "cli/subject_flags.h"

namespace CLI {
class App;
}

namespace holdfast {

struct ShrinkFlags {
  std::string path;
  SubjectFlags subject;
  std::uint64_t calls = 300;
  double seconds = 0;
  std::string out;  // shrink: the file to write; empty: standard output
  bool any_reason = false;
  bool shrink_first = false;  // explain
  bool json = false;

  // What both commands have.
  void declare(CLI::App& app);
};

ExitCode run_shrink(const ShrinkFlags& flags);
ExitCode run_explain(const ShrinkFlags& flags);

}  // namespace holdfast
