// holdfast hook RUNTIME: to be called by an agent's runtime, with the event on standard input.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/hook_command.h"

namespace holdfast::commands {

Command hook() {
  return {
      .summary =
          "Keep a compaction's record from inside an agent's runtime, and stop what must wait",
      .declare = [](CLI::App& app) -> std::function<ExitCode()> {
        const auto flags = std::make_shared<HookFlags>();
        app.add_option("RUNTIME", flags->runtime, "claude-code, codex or gemini-cli")->required();
        flags->continuity.declare_place(app);
        flags->continuity.declare_means(app);
        app.add_option("--mark", flags->mark,
                       "The first word of a prompt that becomes an order in the ledger")
            ->capture_default_str();
        app.add_flag("--strict", flags->strict,
                     "Treat tool calls that the contract does not name as consequential; reading "
                     "tools are always let through");
        app.footer(
            "Example, as the command of a hook in the runtime's settings:\n"
            "  holdfast hook claude-code --state-dir /srv/state/project\n"
            "\n"
            "Exit codes: 0, or 2 for a tool call that has to wait. Whatever goes wrong is recorded "
            "in\n"
            "<state-dir>/hook-faults.jsonl, and the runtime goes on. docs/continuity.md has the "
            "settings.");
        return [flags] { return run_hook_command(*flags); };
      }};
}

}  // namespace holdfast::commands
