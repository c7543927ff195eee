// holdfast strategies: what a hunt can do to a document.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/output.h"
#include "core/json.h"
#include "generators/strategy.h"

namespace holdfast::commands {
namespace {

Value listing() {
  Value strategies = Value::array();
  for (const Strategy& strategy : mutations::all()) {
    Value codes = Value::array();
    for (const std::string_view code : strategy.codes) {
      codes.append(code);
    }
    strategies.append(Value::object({{"name", strategy.name},
                                     {"kind", strategy.kind},
                                     {"invariant", strategy.invariant},
                                     {"codes", std::move(codes)},
                                     {"summary", strategy.summary}}));
  }
  Value control_list = Value::array();
  for (const Control& control : controls::all()) {
    control_list.append(Value::object(
        {{"name", control.name}, {"kind", control.kind}, {"summary", control.summary}}));
  }
  return Value::object(
      {{"strategies", std::move(strategies)}, {"controls", std::move(control_list)}});
}

void print_text() {
  std::string text = "strategies: each breaks a good document in one known way\n";
  for (const Strategy& strategy : mutations::all()) {
    text += "  " + std::string(strategy.name) + "\n      " + std::string(strategy.summary) +
            "\n      " + std::string(strategy.invariant) + ":";
    for (const std::string_view code : strategy.codes) {
      text += " " + std::string(code);
    }
    text += "\n";
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
            app.add_flag("--json", *json, "Print JSON");
            app.footer("Example:\n  holdfast strategies");
            return [json] {
              if (*json) {
                print_json(listing());
              } else {
                print_text();
              }
              return ExitCode::kClean;
            };
          }};
}

}  // namespace holdfast::commands
