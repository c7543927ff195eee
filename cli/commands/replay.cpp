// holdfast replay CASE…: runs stored cases once each.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/subject_flags.h"
#include "core/json.h"
#include "harness/replay.h"

namespace holdfast::commands {
namespace {

struct Flags {
  std::vector<std::string> cases;
  SubjectFlags subject;
  bool json = false;
};

std::string line(const std::string& path, const ReplayResult& result) {
  std::string text = std::string(result.outcome == Outcome::kNotAsked ? "skipped "
                                 : result.as_expected                 ? "ok      "
                                                                      : "FAILED  ") +
                     path + "  " + std::string(to_text(result.outcome));
  for (const std::string& reason : result.answer.reasons) {
    text += " " + reason;
  }
  return text + (result.answer.diagnosis.empty() ? "" : "  " + result.answer.diagnosis) + "\n";
}

Value to_value(const std::string& path, const ReplayResult& result) {
  return Value::object({{"case", path},
                        {"outcome", to_text(result.outcome)},
                        {"as_expected", result.as_expected},
                        {"reasons", Value::array_of(result.answer.reasons)},
                        {"diagnosis", result.answer.diagnosis}});
}

ExitCode run(const Flags& flags) {
  // All are read first: a case that cannot be read must not hide behind the outcome of others.
  std::vector<Case> cases;
  ExitCode code = ExitCode::kClean;
  for (const std::string& path : flags.cases) {
    Result<Case> read = read_case(path);
    if (!read) {
      code = most_serious({code, fail(read.error())});
      continue;
    }
    cases.push_back(std::move(*read));
  }
  if (code != ExitCode::kClean) {
    return code;
  }
  const auto factory = flags.subject.factory();
  Value results = Value::array();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Result<ReplayResult> result = replay_case(cases[i], *factory);
    if (!result) {
      return fail(result.error());
    }
    if (flags.json) {
      results.append(to_value(flags.cases[i], *result));
    } else {
      print(line(flags.cases[i], *result));
    }
    code = most_serious({code, result->as_expected ? ExitCode::kClean : ExitCode::kFinding});
  }
  if (flags.json) {
    print_json(results);
  }
  return code;
}

}  // namespace

Command replay() {
  return {.summary = "Run stored cases once each",
          .declare = [](CLI::App& app) -> std::function<ExitCode()> {
            auto flags = std::make_shared<Flags>();
            app.add_option("CASE", flags->cases, "case/v1 files, or FILE:LINE of a JSON lines file")
                ->required();
            flags->subject.declare(app);
            app.add_flag("--json", flags->json, "Print JSON");
            app.footer(
                "Example:\n  holdfast replay "
                ".holdfast/failures/objective.change_objective.accepted.json "
                "--subject 'python3 verifier.py'\n\nExit codes: 0 all as expected, 1 one is not, 7 "
                "a case "
                "cannot be read.");
            return [flags] { return run(*flags); };
          }};
}

}  // namespace holdfast::commands
