// What `holdfast continuity` and `holdfast hook` need to look at decisions: the contract, the keys,
// the project's root, and, where the user allows it, somebody who runs commands.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/decision_contract.h"
#include "core/decision_digest.h"
#include "core/decision_observe.h"
#include "core/file_system.h"
#include "core/result.h"

namespace CLI {
class App;
}

namespace holdfast {

struct ContinuityFlags {
  std::string state_directory = ".holdfast";
  std::string contract;  // <state-dir>/contract.json when empty
  std::string root;      // the folder of the state directory when empty
  std::vector<std::string> keys;
  std::vector<std::string> agents;
  bool run_commands = false;
  std::string task;
  bool json = false;

  void declare_place(CLI::App& app);  // --state-dir, --task
  void declare_means(CLI::App& app);  // --contract, --root, --key, --agent, --run-commands
  // Behind commands that are named to the user: where the state lies and of which task.
  std::string as_typed() const;
  std::string contract_path() const;
};

struct ContinuityTools {
  std::optional<DecisionContract> contract;  // nullopt: there is none
  KeyRing keys;
  std::unique_ptr<FileSystem> files;
  std::unique_ptr<CommandRunner> commands;
  std::vector<std::string> agents;
  std::vector<Error> faults;  // what could not be had

  ObserveMeans means(std::string task) const;
};

// A contract that was not named and is not there is no error. Errors: what is there cannot be read
// or is no contract, a key file that is not private, a root that is no folder.
Result<ContinuityTools> continuity_tools(const ContinuityFlags& flags);
// The same without giving up: what can be had, and the faults.
ContinuityTools available_tools(const ContinuityFlags& flags);

}  // namespace holdfast
