// The flags that choose a subject, shared by every command that has one.
#pragma once

#include <memory>
#include <string>

#include "harness/subject.h"

namespace CLI {
class App;
}

namespace holdfast {

struct SubjectFlags {
  std::string command;
  bool one_shot = false;
  int deadline_ms = 2000;
  int start_deadline_ms = 10000;
  std::string action = "listed";

  void declare(CLI::App& app);
  std::unique_ptr<SubjectFactory> factory() const;
  // The same flags for a line to copy, with a leading space; empty for the built-in.
  std::string as_typed() const;
};

}  // namespace holdfast
