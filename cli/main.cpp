// The program: flags in, exit code out. Each command is a file in cli/commands/.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>

#include "cli/command.h"
#include "cli/completions.h"
#include "cli/hook_command.h"
#include "cli/man.h"
#include "cli/output.h"

namespace holdfast {
namespace {

std::string one_line(std::string text) {
  for (char& c : text) {
    c = c == '\n' ? ' ' : c;
  }
  return text;
}

// A flag that was given without a value, as by "$UNSET" in a script, must not count as one that was
// not given.
const CLI::Option* empty_option(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& value : option->results()) {
      if (value.empty()) {
        return option;
      }
    }
  }
  for (const CLI::App* sub : app.get_subcommands()) {
    if (const CLI::Option* option = empty_option(*sub)) {
      return option;
    }
  }
  return nullptr;
}

// Pages about the program itself, made from its flags; nothing else is done then.
void declare_pages(CLI::App& app) {
  app.add_flag_callback(
         "--man",
         [&app] {
           print(man_page(app, HOLDFAST_VERSION));
           throw CLI::Success();
         },
         "Print the manual page, for man -l -")
      ->trigger_on_parse();
  app.add_option_function<std::string>(
         "--completions",
         [&app](const std::string& shell) {
           print(completions(app, shell));
           throw CLI::Success();
         },
         "Print completions for this shell, to be sourced")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->trigger_on_parse();
}

ExitCode run(int argc, char** argv) {
  CLI::App app(
      "Holdfast: did everything that must not be forgotten survive a compaction, and if it did "
      "not,\n"
      "is the next run stopped?",
      "holdfast");
  app.set_version_flag("--version", "holdfast " HOLDFAST_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  holdfast hunt                                  against the built-in verifier\n"
      "  holdfast hunt --subject 'python3 verifier.py'  against yours\n"
      "  holdfast verify before.json after.json         two documents by hand\n"
      "\n"
      "Exit codes: 0 clean, 1 finding, 2 usage or unreadable input, 3 control failed,\n"
      "4 subject failed, 5 coverage missed, 6 nondeterministic subject, 7 stored case unreadable,\n"
      "70 fault of Holdfast.");
  std::function<ExitCode()> chosen;
  const ExitCode usage_code = is_hook_call(argc, argv) ? ExitCode::kClean : ExitCode::kUsage;
  for (const Command& command : commands::all()) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
    const auto action = command.declare(*sub);
    sub->callback([&chosen, action] { chosen = action; });
  }
  declare_pages(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success) == 0 ? ExitCode::kClean : ExitCode::kUsage;
  } catch (const CLI::ParseError& error) {
    note(one_line(error.what()) + "; see holdfast --help");
    return usage_code;
  }
  if (const CLI::Option* option = empty_option(app)) {
    note(option->get_name() + " is empty; give it a value, or leave it out");
    return usage_code;
  }
  return chosen();
}

}  // namespace
}  // namespace holdfast

int main(int argc, char** argv) {
  // A subject or a pager may close its end; that is an error of the write, not of the program.
  std::signal(SIGPIPE, SIG_IGN);
  // So is a file-size limit: the write fails, its temporary file is removed, and the error says so.
  std::signal(SIGXFSZ, SIG_IGN);
  // A CHECK has said what is wrong; the exit code says that it is Holdfast's own fault.
  std::signal(SIGABRT, [](int) { std::_Exit(static_cast<int>(holdfast::ExitCode::kInternal)); });
  // A hook is in the middle of somebody's work: its code 2 denies a call, and nothing but an
  // intended deny may end with it; nor does any fault of ours get in the way.
  const bool is_hook = holdfast::is_hook_call(argc, argv);
  if (is_hook) {
    std::signal(SIGABRT, [](int) { std::_Exit(0); });
  }
  try {
    return static_cast<int>(holdfast::run(argc, argv));
  } catch (const std::exception& exception) {
    holdfast::note(std::string("internal fault: ") + exception.what());
    return is_hook ? 0 : static_cast<int>(holdfast::ExitCode::kInternal);
  }
}
