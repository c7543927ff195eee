// holdfast canonical FILE --root DIR: is the file that a manifest names still the one it read?
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/judge_flags.h"
#include "cli/output.h"
#include "core/compaction.h"
#include "core/file.h"

namespace holdfast::commands {
namespace {

struct Flags {
  std::string file;
  JudgeFlags judge;
  bool json = false;
};

ExitCode run(const Flags& flags) {
  const Result<std::string> bytes = read_file(flags.file);
  if (!bytes) {
    return fail(bytes.error());
  }
  const Result<Roots> roots = flags.judge.parse_roots();
  if (!roots) {
    return fail(roots.error());
  }
  const Document document = read_document(*bytes, Side::kBefore);
  // A manifest against itself: only the canonical part of the verdict is news.
  Verdict verdict = check_compaction(document, document);
  if (!document.manifest) {
    print(to_text(verdict));
    return ExitCode::kFinding;
  }
  check_canonical(verdict, document, document, *roots);
  if (flags.json) {
    const Value value = to_value(verdict);
    print_json(Value::object({{"canonical_check", *value.find("canonical_check")},
                              {"canonical", *value.find("canonical")}}));
  } else {
    for (const ReferenceCheck& check : verdict.canonical) {
      print(std::string(to_text(check.result)) + "  " +
            (check.root.empty() ? "" : check.root + ": ") + check.path +
            (check.reason.empty() ? "" : "  (" + check.reason + ")") + "\n");
    }
  }
  return verdict.canonical_check == ReferenceResult::kUnchanged ? ExitCode::kClean
                                                                : ExitCode::kFinding;
}

}  // namespace

Command canonical() {
  return {.summary = "Check the canonical files of a manifest",
          .declare = [](CLI::App& app) -> std::function<ExitCode()> {
            auto flags = std::make_shared<Flags>();
            app.add_option("FILE", flags->file, "A manifest; - for standard input")->required();
            flags->judge.declare_roots(app);
            app.get_option("--root")->required();
            app.add_flag("--json", flags->json, "Print JSON");
            app.footer("Example:\n  holdfast canonical manifest.json --root .");
            return [flags] { return run(*flags); };
          }};
}

}  // namespace holdfast::commands
