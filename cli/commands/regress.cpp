// holdfast regress: a folder of stored cases.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/output.h"
#include "harness/regression_folder.h"

namespace holdfast::commands {
namespace {

struct Flags {
  std::string folder = "regression";
  std::string file;
  RegressionAddition addition;
  bool json = false;
};

ExitCode add(const Flags& flags) {
  const Result<Case> c = read_case(flags.file);
  if (!c) {
    return fail(c.error());
  }
  const Result<std::string> path = add_regression(flags.folder, *c, flags.addition);
  if (!path) {
    return fail(path.error());
  }
  if (flags.json) {
    print_json(Value::object({{"path", *path}}));
  } else {
    print(*path + "\n");
  }
  return ExitCode::kClean;
}

ExitCode lint(const Flags& flags) {
  const auto faults = lint_regression_folder(flags.folder);
  if (!faults) {
    return fail(faults.error());
  }
  if (flags.json) {
    print_json(Value::object({{"faults", Value::array_of(*faults)}}));
  } else {
    for (const std::string& fault : *faults) {
      print(fault + "\n");
    }
  }
  return faults->empty() ? ExitCode::kClean : ExitCode::kFinding;
}

}  // namespace

Command regress() {
  return {
      .summary = "Keep a folder of stored cases: add one, and lint it",
      .declare = [](CLI::App& app) -> std::function<ExitCode()> {
        const auto flags = std::make_shared<Flags>();
        const auto chosen = std::make_shared<ExitCode (*)(const Flags&)>();
        app.require_subcommand(1);
        const auto common = [&](CLI::App* command) {
          command->add_option("--folder", flags->folder, "The folder with cases/ and notes.json")
              ->capture_default_str();
          command->add_flag("--json", flags->json, "Print JSON");
        };
        CLI::App* adds = app.add_subcommand("add", "Store a case in its place");
        common(adds);
        adds->add_option("CASE", flags->file, "case/v1, e.g. from .holdfast/failures")->required();
        adds->add_option("--flag", flags->addition.flag, "Where the case is from, as a token")
            ->required();
        adds->add_option("--note", flags->addition.note, "What a new flag stands for");
        adds->add_option("--comment", flags->addition.comment,
                         "What the case shows; its own words when absent");
        adds->footer(
            "Example:\n  holdfast regress add .holdfast/failures/x.json --flag nightly "
            "--note 'Found by a nightly run.'");
        adds->callback([chosen] { *chosen = add; });
        CLI::App* lints = app.add_subcommand("lint", "Say what is wrong with the folder");
        common(lints);
        lints->footer("Example:\n  holdfast regress lint");
        lints->callback([chosen] { *chosen = lint; });
        app.footer(
            "Example:\n  holdfast regress lint --folder regression\n\nExit codes: 0 in "
            "order or added, 1 something is wrong, 2 usage.");
        return [flags, chosen] { return (*chosen)(*flags); };
      }};
}

}  // namespace holdfast::commands
