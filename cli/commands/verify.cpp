// holdfast verify BEFORE AFTER: the compaction check by hand.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/output.h"
#include "core/compaction.h"
#include "core/file.h"

namespace holdfast::commands {
namespace {

struct Flags {
  std::string before, after, policy = "exact", action = "listed", root;
  bool json = false;
};

ExitCode run(const Flags& flags) {
  const Result<std::string> before_bytes = read_file(flags.before);
  if (!before_bytes) {
    return fail(before_bytes.error());
  }
  const Result<std::string> after_bytes = read_file(flags.after);
  if (!after_bytes) {
    return fail(after_bytes.error());
  }
  ReadOptions read;
  read.action_mode = flags.action == "strict" ? ActionMode::kStrict : ActionMode::kListed;
  const Document before = read_document(*before_bytes, Side::kBefore, read);
  const Document after = read_document(*after_bytes, Side::kAfter, read);
  CheckOptions options;
  options.policy = flags.policy == "monotone" ? Policy::kMonotone : Policy::kExact;
  Verdict verdict = check_compaction(before, after, options);
  if (!flags.root.empty()) {
    check_canonical(verdict, before, flags.root);
  }
  if (flags.json) {
    print_json(to_value(verdict));
  } else {
    print(to_text(verdict));
  }
  return verdict.ok() ? ExitCode::kClean : ExitCode::kFinding;
}

}  // namespace

Command verify() {
  return {
      .summary = "Judge a manifest after a compaction against the one before",
      .declare = [](CLI::App& app) -> std::function<ExitCode()> {
        auto flags = std::make_shared<Flags>();
        app.add_option("BEFORE", flags->before, "The record before; - for standard input")
            ->required();
        app.add_option("AFTER", flags->after, "What came back")->required();
        app.add_option("--policy", flags->policy,
                       "exact, or monotone: prohibitions and completionChecks may grow")
            ->check(CLI::IsMember({"exact", "monotone"}))
            ->capture_default_str();
        app.add_option("--action", flags->action,
                       "How \"exactly one action\" is judged in text: listed or strict")
            ->check(CLI::IsMember({"listed", "strict"}))
            ->capture_default_str();
        app.add_option("--root", flags->root,
                       "The folder beneath which the canonical file lies; without it the decision "
                       "stays open");
        app.add_flag("--json", flags->json, "Print verdict/v1");
        app.footer(
            "Example:\n  holdfast verify before.json after.json --root .\n\nExit codes: 0 pass, 1 "
            "refused, 2 an input cannot be opened.");
        return [flags] { return run(*flags); };
      }};
}

}  // namespace holdfast::commands
