// holdfast shrink CASE: the smallest case that fails in the same way.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/shrink_run.h"

namespace holdfast::commands {

Command shrink() {
  return {.summary = "Make a failing case smaller",
          .declare = [](CLI::App& app) -> std::function<ExitCode()> {
            auto flags = std::make_shared<ShrinkFlags>();
            flags->declare(app);
            app.add_option("--seconds", flags->seconds,
                           "The most time to spend; 0 for no limit. With one, two runs may differ")
                ->check(CLI::Range(0.0, 86'400.0))
                ->capture_default_str();
            app.add_option("--out", flags->out,
                           "The file to write the case to, in place of standard output");
            app.add_flag("--any-reason", flags->any_reason,
                         "The smaller case may be refused for another reason of the same "
                         "invariant");
            app.footer(
                "Example:\n  holdfast shrink "
                ".holdfast/failures/objective.change_objective.accepted.json "
                "--subject 'python3 verifier.py' --out small.json\n\nExit codes: 0 the case does "
                "not fail, 1 it does, 2 it cannot be shrunk, 4 the subject could not be started, 7 "
                "the case cannot be read.");
            return [flags] { return run_shrink(*flags); };
          }};
}

}  // namespace holdfast::commands
