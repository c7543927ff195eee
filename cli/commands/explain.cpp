// holdfast explain CASE: which parts of a failing case matter, and the smallest repair.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/shrink_run.h"

namespace holdfast::commands {

Command explain() {
  return {.summary = "Say which parts of a failing case matter, and the smallest repair",
          .declare = [](CLI::App& app) -> std::function<ExitCode()> {
            auto flags = std::make_shared<ShrinkFlags>();
            flags->declare(app);
            app.add_flag("--shrink", flags->shrink_first,
                         "Shrink the case first; --calls then counts for each of the two");
            app.footer(
                "Example:\n  holdfast explain "
                ".holdfast/failures/objective.change_objective.accepted.json "
                "--subject 'python3 verifier.py'\n\nExit codes: 0 the case does not fail, 1 it "
                "does, 2 it cannot be explained, 4 the subject could not be started, 7 the case "
                "cannot be read.");
            return [flags] { return run_explain(*flags); };
          }};
}

}  // namespace holdfast::commands
