// Commands and flags as plain data, read from the program's own parser. The manual page and the
// completions of shells are made from it.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace holdfast {

struct FlagRow {
  std::vector<std::string> names;  // "-h", "--help"; empty for a positional
  std::string positional;          // its name; empty for a flag
  std::string description;
  bool takes_value = false;
  bool required = false;
  std::string value_name;            // "TEXT", or the choices
  std::vector<std::string> choices;  // where the value is one of a few words
  std::string default_value;
};

struct CommandRow {
  std::string path;  // "ledger verify"; empty for the program itself
  std::string summary;
  std::string footer;  // examples and exit codes
  std::vector<FlagRow> flags;
  std::vector<std::string> commands;  // names of the commands beneath it
};

// The program first, then its commands in their order, each followed by those beneath it.
std::vector<CommandRow> flag_table(const CLI::App& app);

}  // namespace holdfast
