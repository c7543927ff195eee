// holdfast extract SESSION: a manifest from what is mechanical in a session.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/output.h"
#include "core/extract_v2.h"
#include "core/json.h"

namespace holdfast::commands {
namespace {

struct Flags {
  std::string file;
  std::string schema{kManifestV2};
  bool json = false;
};

ExitCode run(const Flags& flags) {
  const Result<Session> session = read_session(flags.file);
  if (!session) {
    return fail(session.error());
  }
  const Extraction extraction =
      flags.schema == kManifestV1 ? extract_manifest(*session) : extract_manifest_v2(*session);
  if (!flags.json) {
    print_json(to_value(extraction.manifest));
    for (const std::string& pointer : extraction.derived) {
      note("derived, not in the session: " + pointer);
    }
    return ExitCode::kClean;
  }
  Value notes = Value::object();
  for (const auto& [name, count] : session->notes) {
    notes.add(name, Value(static_cast<std::int64_t>(count)));
  }
  const auto number = [](std::uint64_t n) { return Value(static_cast<std::int64_t>(n)); };
  print_json(Value::object({{"manifest", to_value(extraction.manifest)},
                            {"derived", Value::array_of(extraction.derived)},
                            {"format", session->format},
                            {"human_prompts", number(extraction.human_prompts)},
                            {"boundaries", number(extraction.boundaries)},
                            {"calls_without_result", number(extraction.calls_without_result)},
                            {"masked_secrets", number(extraction.masked_secrets)},
                            {"notes", std::move(notes)}}));
  return ExitCode::kClean;
}

}  // namespace

Command extract() {
  return {.summary = "Build a manifest from a session file",
          .declare = [](CLI::App& app) -> std::function<ExitCode()> {
            auto flags = std::make_shared<Flags>();
            app.add_option("SESSION", flags->file,
                           "A session file, or a folder of its segments; - for standard input")
                ->required();
            app.add_option("--schema", flags->schema, "The manifest's schema")
                ->check(CLI::IsMember({std::string(kManifestV1), std::string(kManifestV2)}))
                ->capture_default_str();
            app.add_flag("--json", flags->json,
                         "Print the manifest with what was counted and derived");
            app.footer(
                "Example:\n  holdfast extract session.jsonl\n\nThe manifest shows text of your "
                "session. "
                "What the session does not have is named on standard error.");
            return [flags] { return run(*flags); };
          }};
}

}  // namespace holdfast::commands
