// holdfast report: a run as a page, for a CI system, or for a ticket.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/report_run.h"

namespace holdfast::commands {

Command report() {
  return {
      .summary = "Render a run: HTML page, JUnit XML, Markdown, or a few lines for the terminal",
      .declare = [](CLI::App& app) -> std::function<ExitCode()> {
        auto flags = std::make_shared<ReportFlags>();
        app.add_option("RUN", flags->run,
                       "The folder of a run, its run.jsonl, or what simulate --json printed")
            ->required();
        app.add_option("--html", flags->html,
                       "Write one HTML file that needs neither network nor script; - for standard "
                       "output");
        app.add_option("--junit", flags->junit, "Write JUnit XML for a CI system");
        app.add_option("--markdown", flags->markdown, "Write Markdown for a ticket or a summary");
        app.add_flag("--show-text", flags->show_text,
                     "Show texts of a session's documents too, where the record holds them; never "
                     "in Markdown");
        app.add_flag("--github", flags->github,
                     "Print annotations for GitHub Actions and append to the step's summary");
        app.add_flag("--json", flags->json, "Print headline and grounds as JSON");
        app.footer(
            "Examples:\n"
            "  holdfast report runs/1\n"
            "  holdfast report runs/1 --html report.html --junit junit.xml\n"
            "  holdfast report simulation.json --html simulation.html\n"
            "\n"
            "Exit codes: 0 the reports are written, whatever the run found; 2 the record cannot be "
            "read, or a report cannot be written.");
        return [flags] { return run_report(*flags); };
      }};
}

}  // namespace holdfast::commands
