#include "cli/subject_flags.h"

#include <CLI/CLI.hpp>
#include <algorithm>

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
  app.add_option(
         "--schemas", schemas,
         "The versions of manifests to ask about: v1, v2, or both (v1,v2); what the subject "
         "declares when absent, and v1 with --one-shot")
      ->delimiter(',')
      ->check(CLI::IsMember({"v1", "v2"}));
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
  if (!one_shot) {
    return make_command_subject_factory(command, limits);
  }
  SubjectDescription declared = default_one_shot_description();
  declared.schemas.clear();
  for (const Version version : versions()) {
    declared.schemas.emplace_back(to_text(version));
  }
  return make_one_shot_subject_factory(command, limits, std::move(declared));
}

std::vector<Version> SubjectFlags::versions() const {
  std::vector<Version> chosen;
  for (const Version version : {Version::kV1, Version::kV2}) {
    const std::string_view name = version == Version::kV1 ? "v1" : "v2";
    // A one-shot verifier has no hello to declare with, and most know the first version alone.
    const bool by_default = schemas.empty() && (!one_shot || version == Version::kV1);
    if (by_default || std::find(schemas.begin(), schemas.end(), name) != schemas.end()) {
      chosen.push_back(version);
    }
  }
  return chosen;
}

std::string SubjectFlags::as_typed() const {
  std::string flags;
  for (const std::string& schema : schemas) {
    flags += " --schemas " + schema;
  }
  if (command.empty()) {
    return action == "strict" ? flags + " --action strict" : flags;
  }
  return " --subject " + shell_quoted(command) + (one_shot ? " --one-shot" : "") + flags;
}

}  // namespace holdfast
