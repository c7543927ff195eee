// One command of the program: a file in cli/commands/ each. The folder is the registry.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "cli/exit_code.h"

namespace CLI {
class App;
}

namespace holdfast {

struct Command {
  std::string_view name{};  // the file's name; set by the registry
  std::string_view summary;
  // Declares the flags and returns what to run once they are parsed.
  std::function<ExitCode()> (*declare)(CLI::App& command) = nullptr;
};

namespace commands {
std::span<const Command> all();
}

}  // namespace holdfast
