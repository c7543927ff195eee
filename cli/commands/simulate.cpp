// holdfast simulate: many rounds of compaction.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/simulate_run.h"

namespace holdfast::commands {

Command simulate() {
  return {
      .summary =
          "Compact a long history many times and show what falls out, and whether it is noticed",
      .declare = [](CLI::App& app) -> std::function<ExitCode()> {
        auto flags = std::make_shared<SimulateFlags>();
        auto* runtime = app.add_option("--runtime", flags->runtime,
                                       "A bundled runtime (see --list) or the path of a recipe");
        auto* subject = app.add_option("--subject", flags->subject,
                                       "A command that answers `compact` requests of subject/v1");
        runtime->excludes(subject);
        app.add_option("--verifier", flags->verifier,
                       "A command that speaks subject/v1 and judges each candidate; the built-in "
                       "verifier when absent");
        app.add_option("--rounds", flags->rounds, "How many compactions")
            ->check(CLI::Range(1, 10'000))
            ->capture_default_str();
        app.add_option("--entries", flags->entries, "Of the history, over all rounds")
            ->check(CLI::Range(1, 10'000'000))
            ->capture_default_str();
        app.add_option("--seed", flags->seed, "Drawn and printed when absent");
        app.add_flag("--ledger", flags->ledger,
                     "What is active is kept outside of the context and put back at each round")
            ->excludes(subject);
        app.add_flag("--detours", flags->detours, "Stash, recovery, lost helper, restart");
        app.add_option("--japanese", flags->japanese_percent, "Per cent of the noise")
            ->check(CLI::Range(0, 100))
            ->capture_default_str();
        app.add_flag("--no-gate", flags->no_gate,
                     "Use every context, whatever the verdict, as a runtime without a check does");
        app.add_flag("--sweep", flags->sweep,
                     "Plant items at moving places instead and say in one sentence each what the "
                     "pipeline loses");
        app.add_option("--budget", flags->budget_characters,
                       "Characters a command's summary may have")
            ->check(CLI::Range(1, 10'000'000))
            ->capture_default_str();
        app.add_option("--deadline-ms", flags->deadline_ms, "For one answer of a command")
            ->check(CLI::Range(10, 3'600'000))
            ->capture_default_str();
        app.add_option("--write-history", flags->write_history,
                       "Only write the history, as entries/v1, to this file");
        app.add_flag("--list", flags->list, "List runtimes, models and their parameters");
        app.add_flag("--json", flags->json, "Print JSON");
        app.footer(
            "Examples:\n"
            "  holdfast simulate --runtime yoi --rounds 15 --seed 7\n"
            "  holdfast simulate --runtime yoi --rounds 50 --ledger --detours\n"
            "  holdfast simulate --runtime langchain --sweep\n"
            "  holdfast simulate --subject 'python3 examples/compactor.py' --sweep\n"
            "\n"
            "Exit codes: 0 everything that fell was refused, 1 something fell and was accepted, or "
            "was refused although nothing fell, 4 the command could not be started.");
        return [flags] { return run_simulate(*flags); };
      }};
}

}  // namespace holdfast::commands
