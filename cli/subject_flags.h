// The flags that choose a subject, shared by every command that has one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/manifest.h"
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
  std::vector<std::string> schemas;  // v1, v2; empty: what the subject declares

  void declare(CLI::App& app);
  std::unique_ptr<SubjectFactory> factory() const;
  std::vector<Version> versions() const;
  // The same flags for a line to copy, with a leading space; empty for the built-in.
  std::string as_typed() const;
};

}  // namespace holdfast
