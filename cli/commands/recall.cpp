// holdfast recall SESSION: a user's own entries and the summaries of one session, read-only.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/session_run.h"

namespace holdfast::commands {

Command recall() {
  return {
      .summary = "Search your own entries and the summaries of one session",
      .declare = [](CLI::App& app) -> std::function<ExitCode()> {
        auto flags = std::make_shared<RecallFlags>();
        app.add_option("SESSION", flags->session, "A session file; - for standard input")
            ->required();
        app.add_option("--id", flags->id, "This entry alone");
        app.add_option("--search", flags->search, "Entries that hold these words");
        app.add_option("--boundary", flags->boundary,
                       "What this compaction took in, and its summary")
            ->check(CLI::Range(1U, UINT32_MAX));
        app.add_flag("--json", flags->json, "Print JSON");
        app.footer(
            "Examples:\n"
            "  holdfast recall session.jsonl --search 'scale bar'\n"
            "  holdfast recall session.jsonl --boundary 2\n\n"
            "Never shown: system texts, replies and reasoning of an agent, what tools were given "
            "and gave back.\n"
            "Credential-shaped text is masked.\n\n"
            "Exit codes: 0 found, 1 nothing found, 2 no such entry or none that is shown.");
        return [flags] { return recall_run(*flags); };
      }};
}

}  // namespace holdfast::commands
