#include "cli/continuity_means.h"

#include <unistd.h>

#include <CLI/CLI.hpp>

#include "cli/clock.h"
#include "cli/output.h"
#include "core/file.h"
#include "core/key_file.h"
#include "harness/command_runner.h"

namespace holdfast {
namespace {

constexpr std::uint64_t kContractBytesMax = std::uint64_t{1} << 20;

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

Result<std::optional<DecisionContract>> read_contract(const ContinuityFlags& flags) {
  const std::string path = flags.contract_path();
  if (flags.contract.empty() && ::access(path.c_str(), F_OK) != 0) {
    return std::optional<DecisionContract>();
  }
  const auto bytes = read_file(path, kContractBytesMax);
  if (!bytes) {
    return bytes.error();
  }
  DecisionContractDocument document = read_decision_contract(*bytes);
  if (!document.contract) {
    const Finding& first = document.findings.front();
    return Error{ErrorCode::kInput,
                 "is no decision contract: " + std::string(first.code) + " at " +
                     (first.field.empty() ? "the document" : std::string(first.field)) + ", " +
                     std::to_string(document.findings.size()) + " findings in all",
                 path, "compare it with docs/continuity.md"};
  }
  return std::move(document.contract);
}

}  // namespace

void ContinuityFlags::declare_place(CLI::App& app) {
  app.add_option("--state-dir", state_directory, "Where Holdfast keeps its files")
      ->capture_default_str();
  app.add_option("--task", task, "The task; for a hook the session when absent");
}

void ContinuityFlags::declare_means(CLI::App& app) {
  app.add_option("--contract", contract,
                 "decision-contract/v1; <state-dir>/contract.json when absent");
  app.add_option("--root", root,
                 "The folder beneath which decisions are read; that of the state directory when "
                 "absent");
  app.add_option("--key", keys,
                 "A private file of 32 bytes for keyed digests; the first one writes, others read");
  app.add_option(
      "--agent", agents,
      "A name under which the agent runs: it cannot approve. \"agent\" and \"assistant\" "
      "always count");
  app.add_flag("--run-commands", run_commands,
               "Run the commands from which the contract reads decisions. Whoever can change the "
               "contract can then run anything");
}

std::string ContinuityFlags::as_typed() const {
  std::string text;
  const auto add = [&](const char* flag, const std::string& value) {
    text += value.empty() ? "" : std::string(" ") + flag + " " + shell_quoted(value);
  };
  add("--state-dir", state_directory == ContinuityFlags{}.state_directory ? "" : state_directory);
  add("--task", task);
  add("--contract", contract);
  add("--root", root);
  for (const std::string& key : keys) {
    add("--key", key);
  }
  for (const std::string& agent : agents) {
    add("--agent", agent);
  }
  return text + (run_commands ? " --run-commands" : "");
}

std::string ContinuityFlags::contract_path() const {
  return contract.empty() ? state_directory + "/contract.json" : contract;
}

ObserveMeans ContinuityTools::means(std::string task) const {
  return {*files, commands.get(), keys, now_utc, std::move(task)};
}

Result<ContinuityTools> continuity_tools(const ContinuityFlags& flags) {
  ContinuityTools tools = available_tools(flags);
  return tools.faults.empty() ? Result<ContinuityTools>(std::move(tools))
                              : Result<ContinuityTools>(tools.faults.front());
}

ContinuityTools available_tools(const ContinuityFlags& flags) {
  ContinuityTools tools;
  auto contract = read_contract(flags);
  if (contract) {
    tools.contract = std::move(*contract);
  } else {
    tools.faults.push_back(contract.error());
  }
  for (const std::string& path : flags.keys) {
    Result<SecretKey> key = read_key_file(path);
    if (key) {
      tools.keys.add(std::move(*key));
    } else {
      tools.faults.push_back(key.error());
    }
  }
  const std::string root = flags.root.empty() ? parent_of(flags.state_directory) : flags.root;
  auto files = open_file_system(root);
  if (files) {
    tools.files = std::move(*files);
  } else {
    tools.faults.push_back(files.error());
  }
  if (flags.run_commands) {
    tools.commands = make_command_runner(root);
  }
  tools.agents = flags.agents;
  tools.agents.insert(tools.agents.end(), {"agent", "assistant"});
  return tools;
}

}  // namespace holdfast
