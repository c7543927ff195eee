#include "cli/subject_flags.h"

#include <CLI/CLI.hpp>

#include "cli/output.h"
#include "harness/builtin_subject.h"

namespace holdfast {

void SubjectFlags::declare(CLI::App& app) {
  auto* subject =
      app.add_option("--subject", command,
                     "A command that speaks subject/v1 (JSON lines); the built-in verifier "
                     "when absent");
  app.add_flag("--one-shot", one_shot,
               "The subject is run as CMD before.json after.json for each case, and says accept or "
               "reject in its last line")
      ->needs(subject);
  app.add_option("--deadline-ms", deadline_ms, "For one answer of a subject")
      ->check(CLI::Range(10, 600'000))
      ->capture_default_str();
  app.add_option("--start-deadline-ms", start_deadline_ms, "For the start of a subject")
      ->check(CLI::Range(10, 600'000))
      ->capture_default_str();
  app.add_option("--action", action,
                 "How the built-in judges \"exactly one action\" in text: listed or strict")
      ->check(CLI::IsMember({"listed", "strict"}))
      ->excludes(subject)
      ->capture_default_str();
}

std::unique_ptr<SubjectFactory> SubjectFlags::factory() const {
  if (command.empty()) {
    BuiltinOptions options;
    options.action.mode = action == "strict" ? ActionMode::kStrict : ActionMode::kListed;
    return make_builtin_subject_factory(options);
  }
  SubjectLimits limits;
  limits.answer_deadline_ms = deadline_ms;
  limits.start_deadline_ms = start_deadline_ms;
  return one_shot ? make_one_shot_subject_factory(command, limits)
                  : make_command_subject_factory(command, limits);
}

std::string SubjectFlags::as_typed() const {
  if (command.empty()) {
    return action == "strict" ? " --action strict" : "";
  }
  return " --subject " + shell_quoted(command) + (one_shot ? " --one-shot" : "");
}

}  // namespace holdfast
