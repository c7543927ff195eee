// holdfast verify BEFORE AFTER: the compaction check by hand.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/judge_flags.h"
#include "cli/output.h"
#include "core/compaction.h"
#include "core/file.h"
#include "core/resume.h"

namespace holdfast::commands {
namespace {

struct Flags {
  std::string before, after, evidence, trace, policy = "exact";
  JudgeFlags judge;
  bool json = false;
};

struct Inputs {
  std::string before, after;
  std::optional<std::string> evidence, trace;
  ActionRules action;
  Roots roots;
};

Result<Inputs> read_inputs(const Flags& flags) {
  Inputs inputs;
  if ((flags.before == "-") + (flags.after == "-") + (flags.evidence == "-") +
          (flags.trace == "-") >
      1) {
    return Error{ErrorCode::kUsage, "standard input can be read once", "-",
                 "give files for the others"};
  }
  Result<std::string> before = read_file(flags.before);
  if (!before) {
    return before.error();
  }
  Result<std::string> after = read_file(flags.after);
  if (!after) {
    return after.error();
  }
  if (!flags.evidence.empty()) {
    Result<std::string> evidence = read_file(flags.evidence);
    if (!evidence) {
      return evidence.error();
    }
    inputs.evidence = std::move(*evidence);
  }
  if (!flags.trace.empty()) {
    Result<std::string> trace = read_file(flags.trace);
    if (!trace) {
      return trace.error();
    }
    inputs.trace = std::move(*trace);
  }
  Result<ActionRules> action = flags.judge.action_rules();
  if (!action) {
    return action.error();
  }
  Result<Roots> roots = flags.judge.parse_roots();
  if (!roots) {
    return roots.error();
  }
  inputs.before = std::move(*before);
  inputs.after = std::move(*after);
  inputs.action = std::move(*action);
  inputs.roots = std::move(*roots);
  return inputs;
}

ExitCode run(const Flags& flags) {
  const Result<Inputs> inputs = read_inputs(flags);
  if (!inputs) {
    return fail(inputs.error());
  }
  ReadOptions read;
  read.action = inputs->action;
  const Document before = read_document(inputs->before, Side::kBefore, read);
  const Document after = read_document(inputs->after, Side::kAfter, read);
  CheckOptions options;
  options.policy = flags.policy == "monotone" ? Policy::kMonotone : Policy::kExact;
  std::optional<Value> evidence;
  if (inputs->evidence) {
    evidence = read_evidence_json(*inputs->evidence, {}, options.evidence_findings);
    options.evidence = evidence ? &*evidence : nullptr;
  }
  Verdict verdict = check_compaction(before, after, options);
  if (inputs->trace) {
    check_resume(verdict, after, read_resume_trace(*inputs->trace, read));
  }
  if (!inputs->roots.empty()) {
    check_canonical(verdict, before, after, inputs->roots);
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
  return {.summary = "Judge a manifest after a compaction against the one before",
          .declare = [](CLI::App& app) -> std::function<ExitCode()> {
            auto flags = std::make_shared<Flags>();
            app.add_option("BEFORE", flags->before, "The record before; - for standard input")
                ->required();
            app.add_option("AFTER", flags->after, "What came back")->required();
            app.add_option("--policy", flags->policy,
                           "exact, or monotone: prohibitions and completionChecks may grow")
                ->check(CLI::IsMember({"exact", "monotone"}))
                ->capture_default_str();
            app.add_option(
                "--evidence", flags->evidence,
                "What the trusted side knows besides: ledger, approvals, receipts, masks, …");
            app.add_option("--trace", flags->trace,
                           "What the run did after it resumed from AFTER, as resume-trace/v1");
            flags->judge.declare_action(app);
            flags->judge.declare_roots(app);
            app.add_flag("--json", flags->json, "Print verdict/v1");
            app.footer(
                "Examples:\n  holdfast verify before.json after.json --root .\n"
                "  holdfast verify before.json after.json --evidence evidence.json --root repo=.\n"
                "  holdfast verify before.json after.json --trace trace.json\n\n"
                "Exit codes: 0 pass, 1 refused, 2 an input cannot be opened.");
            return [flags] { return run(*flags); };
          }};
}

}  // namespace holdfast::commands
