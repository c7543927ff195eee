// The flags of commands that judge manifests by hand: where canonical files lie, and how "exactly
// one action" is judged.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/compaction.h"
#include "core/result.h"

namespace CLI {
class App;
}

namespace holdfast {

struct JudgeFlags {
  std::vector<std::string> roots;
  std::string action = "listed";
  std::string operations;

  void declare_roots(CLI::App& app);
  void declare_action(CLI::App& app);

  // Of "DIR" (the root without a name, as in v1) and "NAME=DIR". Errors: a name given twice.
  Result<Roots> parse_roots() const;
  // Reads the registry of operations, where there is one: a name a line, "#" begins a comment.
  Result<ActionRules> action_rules() const;
};

}  // namespace holdfast
