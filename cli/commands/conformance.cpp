// holdfast conformance: grades a subject by a fixed set of vectors.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/conformance_run.h"

namespace holdfast::commands {

Command conformance() {
  return {
      .summary = "Grade a verifier by a fixed set of vectors",
      .declare = [](CLI::App& app) -> std::function<ExitCode()> {
        auto flags = std::make_shared<ConformanceFlags>();
        flags->subject.declare(app);
        app.add_option("--vector", flags->vectors, "Only the vector of this id; may be repeated")
            ->allow_extra_args(false);
        auto* list = app.add_flag("--list", flags->list, "List the vectors and run nothing");
        app.add_option("--export", flags->export_directory,
                       "Write each vector as a case/v1 file into this folder and run nothing")
            ->excludes(list);
        app.add_flag("--json", flags->json, "Print JSON (conformance-report/v1)");
        app.footer(
            "Examples:\n"
            "  holdfast conformance --subject 'python3 examples/correct_verifier.py'\n"
            "  holdfast conformance --subject ./verifier --json > report.json\n"
            "  holdfast conformance --subject ./verifier --vector v1-same\n"
            "\n"
            "Exit codes: 0 all that was asked passed, 1 something did not, 4 the subject could not "
            "be started or declares nothing, 6 its answers depend on more than the question.");
        return [flags] { return run_conformance_command(*flags); };
      }};
}

}  // namespace holdfast::commands
