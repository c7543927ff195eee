// holdfast trace SESSION: what became of every instruction at every compaction.
#include "cli/trace_run.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"

namespace holdfast::commands {

Command trace() {
  return {
      .summary = "Show what became of every instruction at every compaction",
      .declare = [](CLI::App& app) -> std::function<ExitCode()> {
        auto flags = std::make_shared<TraceFlags>();
        app.add_option("SESSION", flags->session, "A session file; - for standard input");
        app.add_option("--conditions", flags->conditions,
                       "Trace the lines of this file instead of the instructions");
        app.add_option("--boundary", flags->boundary, "This compaction alone, from 1")
            ->check(CLI::Range(1U, UINT32_MAX));
        app.add_option("--fail-on", flags->fail_on,
                       "Exit 1 where anything has this state or worse");
        app.add_flag("--json", flags->json, "Print JSON");
        auto* measure = app.add_option("--measure", flags->measure,
                                       "Compare the measure with pairs that were judged by hand");
        app.add_option("--sessions", flags->sessions, "A folder with the sessions that pairs name")
            ->needs(measure);
        app.footer(
            "States, best first: verbatim, kept_in_tail, put_back_from_disk, partial, label_only,\n"
            "unreadable_summary, absent.\n\n"
            "Examples:\n"
            "  holdfast trace session.jsonl\n"
            "  holdfast trace session.jsonl --conditions rules.txt --fail-on partial\n"
            "  holdfast trace --measure corpus/trace/pairs.jsonl\n\n"
            "The table shows text of your session; credential-shaped text is masked.");
        return [flags] { return trace_run(*flags); };
      }};
}

}  // namespace holdfast::commands
