// holdfast checksum FILE: the semantic checksum of a manifest, or whether a stored one still holds.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/output.h"
#include "core/checksum.h"
#include "core/document.h"
#include "core/file.h"
#include "core/unicode.h"

namespace holdfast::commands {
namespace {

struct Flags {
  std::string file, norm = "sc2", stored;
  bool json = false, bytes = false;
};

void print_findings(const Document& document, const std::string& file) {
  for (const Finding& finding : document.findings) {
    note(file + ": " + finding.code +
         (finding.item.empty() ? "" : " at " + printable(finding.item)));
  }
}

std::string_view word(ChecksumMatch match) {
  switch (match) {
    case ChecksumMatch::kEqual:
      return "equal";
    case ChecksumMatch::kDiffers:
      return "differs";
    case ChecksumMatch::kUnknownNormalisation:
      return "norm_version_unknown";
    case ChecksumMatch::kIllFormed:
      return "ill_formed";
  }
  return "ill_formed";
}

ExitCode run(const Flags& flags) {
  const Result<std::string> bytes = read_file(flags.file);
  if (!bytes) {
    return fail(bytes.error());
  }
  const Document document = read_document(*bytes, Side::kBefore);
  if (!document.manifest) {
    print_findings(document, flags.file);
    return ExitCode::kFinding;
  }
  if (!flags.stored.empty()) {
    const ChecksumMatch match = match_checksum(*document.manifest, flags.stored);
    if (flags.json) {
      print_json(Value::object({{"stored", flags.stored}, {"result", word(match)}}));
    } else {
      print(std::string(word(match)) + "\n");
    }
    return match == ChecksumMatch::kEqual ? ExitCode::kClean : ExitCode::kFinding;
  }
  const Normalisation normalisation = *normalisation_from(flags.norm);
  if (!is_defined_for(normalisation, document.manifest->version)) {
    return fail({ErrorCode::kUsage, "sc1 is defined for resume-manifest/v1 alone", flags.file,
                 "leave --norm out, or give sc2"});
  }
  if (flags.bytes) {
    print(checksum_input(*document.manifest, normalisation));
    return ExitCode::kClean;
  }
  const std::string checksum = semantic_checksum(*document.manifest, normalisation);
  if (flags.json) {
    print_json(Value::object({{"checksum", checksum}, {"document_sha256", document.sha256}}));
  } else {
    print(checksum + "\n");
  }
  return ExitCode::kClean;
}

}  // namespace

Command checksum() {
  return {.summary = "Print the semantic checksum of a manifest, or verify a stored one",
          .declare = [](CLI::App& app) -> std::function<ExitCode()> {
            auto flags = std::make_shared<Flags>();
            app.add_option("FILE", flags->file, "A manifest; - for standard input")->required();
            auto* norm = app.add_option("--norm", flags->norm, "The rule set: sc1 or sc2")
                             ->check(CLI::IsMember({"sc1", "sc2"}))
                             ->capture_default_str();
            app.add_option("--verify", flags->stored,
                           "A stored checksum: it is recomputed under its own number")
                ->excludes(norm);
            app.add_flag("--bytes", flags->bytes, "Print the exact bytes that are hashed");
            app.add_flag("--json", flags->json, "Print JSON");
            app.footer("Example:\n  holdfast checksum manifest.json --norm sc1");
            return [flags] { return run(*flags); };
          }};
}

}  // namespace holdfast::commands
