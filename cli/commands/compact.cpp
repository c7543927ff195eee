// holdfast compact: the safe compaction, from the record before to the promotion.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/compact_run.h"

namespace holdfast::commands {
namespace {

void declare_flags(CLI::App& app, CompactFlags& flags) {
  app.add_option("--source", flags.source, "What is compacted: entries/v1, or a session file")
      ->required();
  app.add_option("--compactor", flags.compactor,
                 "A command that answers compact requests of subject/v1")
      ->required();
  app.add_option("--before", flags.before,
                 "The manifest before; extracted from the source when absent. Once the store holds "
                 "one, that is the one before");
  app.add_option("--evidence", flags.evidence,
                 "What the trusted side knows besides: progress, ledger, receipts, masks, …");
  app.add_option("--trace", flags.trace,
                 "What the run did after it resumed (resume-trace/v1), judged after promotion");
  app.add_option("--state-dir", flags.state_directory, "Where Holdfast keeps its files")
      ->capture_default_str();
  app.add_option("--out", flags.out,
                 "Where summary, manifests, audit and verdict go; <state-dir>/compact when absent");
  app.add_option("--budget", flags.budget_characters,
                 "Characters that the compactor is told its summary may have")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  app.add_option("--start-deadline-ms", flags.start_deadline_ms, "For the compactor's handshake")
      ->check(CLI::Range(1, 600'000))
      ->capture_default_str();
  app.add_option("--deadline-ms", flags.deadline_ms,
                 "For the compactor's answer, and again for its end")
      ->check(CLI::Range(1, 3'600'000))
      ->capture_default_str();
  app.add_option("--wait-ms", flags.wait_ms, "For another process that holds the store's lock")
      ->check(CLI::Range(0, 600'000))
      ->capture_default_str();
  app.add_flag("--dry-run", flags.dry_run,
               "Judge and promote nothing, write nothing; print member names, ids and reasons");
  app.add_flag("--json", flags.json, "Print JSON");
}

}  // namespace

Command compact() {
  return {.summary = "Compact safely: build the record, run a compactor, judge, promote or keep",
          .declare = [](CLI::App& app) -> std::function<ExitCode()> {
            auto flags = std::make_shared<CompactFlags>();
            declare_flags(app, *flags);
            app.footer(
                "Examples:\n"
                "  holdfast compact --source entries.jsonl --compactor 'python3 compactor.py'\n"
                "  holdfast compact --source entries.jsonl --compactor ./compactor --dry-run\n"
                "\n"
                "Exit codes: 0 promoted (or would be); 1 refused, promotion_conflict, or the trace "
                "does not\nfollow; 2 an input, the disk or the lock; 4 the compactor failed.");
            return [flags] { return compact_run(*flags); };
          }};
}

}  // namespace holdfast::commands
