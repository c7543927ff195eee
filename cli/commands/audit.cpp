// holdfast audit SESSION: what one compaction took in and what came out.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/session_run.h"

namespace holdfast::commands {

Command audit() {
  return {.summary = "Say what one compaction took in, kept, folded, dropped and put back",
          .declare = [](CLI::App& app) -> std::function<ExitCode()> {
            auto flags = std::make_shared<AuditFlags>();
            app.add_option("SESSION", flags->session, "A session file; - for standard input")
                ->required();
            app.add_option("--boundary", flags->boundary,
                           "The compaction, from 1; the newest if absent")
                ->check(CLI::Range(1U, UINT32_MAX));
            app.add_flag("--json", flags->json, "Print compaction-audit/v1");
            app.footer(
                "Example:\n  holdfast audit session.jsonl --boundary 1 --json\n\n"
                "It holds ids, reasons, counts, sizes and digests, and no text of the session.");
            return [flags] { return audit_run(*flags); };
          }};
}

}  // namespace holdfast::commands
