// holdfast strategies: what a hunt can do to a document.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/output.h"
#include "core/json.h"
#include "harness/strategy_file.h"

namespace holdfast::commands {
namespace {

Value listing(const StrategySet& set) {
  Value strategies = Value::array();
  for (const Strategy& strategy : set.all()) {
    Value codes = Value::array();
    for (const std::string_view code : strategy.codes) {
      codes.append(code);
    }
    Value one = Value::object({{"name", strategy.name},
                               {"kind", strategy.kind},
                               {"invariant", strategy.invariant},
                               {"codes", std::move(codes)},
                               {"summary", strategy.summary}});
    if (const StrategyFile* file = set.file_of(strategy.name)) {
      one.add("file", file->path);
      one.add("sha256", file->sha256);
    }
    strategies.append(std::move(one));
  }
  Value control_list = Value::array();
  for (const Control& control : controls::all()) {
    control_list.append(Value::object(
        {{"name", control.name}, {"kind", control.kind}, {"summary", control.summary}}));
  }
  return Value::object(
      {{"strategies", std::move(strategies)}, {"controls", std::move(control_list)}});
}

void print_text(const StrategySet& set) {
  std::string text = "strategies: each breaks a good document in one known way\n";
  for (const Strategy& strategy : set.all()) {
    text += "  " + std::string(strategy.name) + "\n      " + std::string(strategy.summary) +
            "\n      " + std::string(strategy.invariant) + ":";
    for (const std::string_view code : strategy.codes) {
      text += " " + std::string(code);
    }
    const StrategyFile* file = set.file_of(strategy.name);
    text += file == nullptr ? "\n" : "\n      from " + file->path + "\n";
  }
  text += "\ncontrols: each keeps the meaning and must be accepted\n";
  for (const Control& control : controls::all()) {
    text += "  " + std::string(control.name) + "\n      " + std::string(control.summary) + "\n";
  }
  print(text);
}

}  // namespace

Command strategies() {
  return {.summary = "List the strategies and controls of a hunt",
          .declare = [](CLI::App& app) -> std::function<ExitCode()> {
            auto json = std::make_shared<bool>(false);
            auto directory = std::make_shared<std::string>();
            app.add_option("--strategies", *directory,
                           "Also the strategies of this folder's strategy/v1 files "
                           "(docs/strategies.md)");
            app.add_flag("--json", *json, "Print JSON");
            app.footer(
                "Examples:\n"
                "  holdfast strategies\n"
                "  holdfast strategies --strategies examples/strategies");
            return [json, directory] {
              const auto set = StrategySet::load(*directory);
              if (!set) {
                return fail(set.error());
              }
              if (*json) {
                print_json(listing(**set));
              } else {
                print_text(**set);
              }
              return ExitCode::kClean;
            };
          }};
}

}  // namespace holdfast::commands
