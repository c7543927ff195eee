#include "cli/shrink_run.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>

#include "cli/output.h"
#include "core/file.h"
#include "core/json.h"
#include "harness/explain.h"
#include "harness/replay.h"
#include "harness/shrink.h"
#include "harness/shrink_documents.h"

namespace holdfast {
namespace {

// The case, and the way in which it fails.
struct Failing {
  Case c;
  BucketKey key;
};

BucketKey key_of(const Case& c, Outcome outcome) {
  const Value* strategy = c.provenance.find("strategy");
  std::string name = strategy != nullptr && strategy->is_string() ? strategy->text() : "case";
  return {c.invariant, std::move(name), outcome};
}

// nullopt: said what is wrong; `code` is the exit code.
std::optional<Failing> find_failure(const ShrinkFlags& flags, const SubjectFactory& factory,
                                    ExitCode& code) {
  Result<Case> read = read_case(flags.path);
  if (!read) {
    code = fail(read.error());
    return std::nullopt;
  }
  const Result<ReplayResult> replayed = replay_case(*read, factory);
  if (!replayed) {
    code = fail(replayed.error());
    return std::nullopt;
  }
  const Outcome outcome = replayed->outcome;
  if (outcome == Outcome::kNotAsked) {
    code = fail({ErrorCode::kUsage, "the subject does not declare what this case needs", flags.path,
                 "choose another case, or another subject with --subject"});
    return std::nullopt;
  }
  if (replayed->as_expected) {
    code = ExitCode::kClean;
    if (flags.json) {
      print_json(Value::object({{"case", flags.path}, {"outcome", to_text(outcome)}}));
    } else {
      print(fmt::format("{}: {}, as expected; there is nothing to look for\n", flags.path,
                        to_text(outcome)));
    }
    return std::nullopt;
  }
  if (outcome != Outcome::kAccepted && outcome != Outcome::kFalseAlarm &&
      outcome != Outcome::kRejectedWrongReason) {
    // Closed by accident: there is no verdict that a smaller case could be held to.
    code = most_serious({ExitCode::kFinding});
    note(fmt::format("{}: {} ({}); only verdicts can be shrunk and explained", flags.path,
                     to_text(outcome), describe(outcome)));
    return std::nullopt;
  }
  BucketKey key = key_of(*read, outcome);
  return Failing{std::move(*read), std::move(key)};
}

Error unworkable(const ShrinkFlags& flags) {
  return {ErrorCode::kUsage, "a case of this kind, or with a record that is no valid document",
          flags.path, "cases of kind compaction and chain with a valid \"before\" are taken"};
}

ShrinkOptions options_of(const ShrinkFlags& flags) {
  return {.limits = {.calls_max = flags.calls, .seconds_max = flags.seconds},
          .keep_reason = !flags.any_reason};
}

Value summary_of(const Shrunk& shrunk, const Failing& failing) {
  Value separate = Value::array();
  for (const Case& c : shrunk.separate) {
    separate.append(to_value(c));
  }
  const CaseSize before = size_of(failing.c);
  const CaseSize after = size_of(shrunk.smallest);
  return Value::object({{"outcome", to_text(failing.key.outcome)},
                        {"minimal", shrunk.minimal},
                        {"needs_history", shrunk.needs_history},
                        {"calls", shrunk.calls},
                        {"bytes_before", before.bytes},
                        {"bytes_after", after.bytes},
                        {"rounds", after.rounds},
                        {"edits", after.edits},
                        {"items", items_of(shrunk.smallest)},
                        {"separate", std::move(separate)},
                        {"case", to_value(shrunk.smallest)}});
}

std::string summary_line(const Shrunk& shrunk, const Failing& failing) {
  const CaseSize before = size_of(failing.c);
  const CaseSize after = size_of(shrunk.smallest);
  std::string line =
      fmt::format("{}: {} bytes -> {}, {} round(s), {} edit(s), {} item(s), {} calls; ",
                  to_text(failing.key.outcome), before.bytes, after.bytes, after.rounds,
                  after.edits, items_of(shrunk.smallest), shrunk.calls);
  line += shrunk.needs_history ? "not shrunk: a fresh subject does not fail on it"
          : shrunk.minimal     ? "minimal"
                               : "NOT MINIMAL: the budget ran out; --calls N gives it more";
  for (const Case& c : shrunk.separate) {
    line +=
        "\nanother finding was met on the way: invariant " + c.invariant + " (in full with --json)";
  }
  return line;
}

}  // namespace

void ShrinkFlags::declare(CLI::App& app) {
  app.add_option("CASE", path, "A case/v1 file, or FILE:LINE of a JSON lines file")->required();
  subject.declare(app);
  app.add_option("--calls", calls, "The most questions to ask of the subject")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_flag("--json", json, "Print JSON");
}

ExitCode run_shrink(const ShrinkFlags& flags) {
  const auto factory = flags.subject.factory();
  ExitCode code = ExitCode::kClean;
  const std::optional<Failing> failing = find_failure(flags, *factory, code);
  if (!failing) {
    return code;
  }
  const auto shrunk = shrink_case(failing->c, failing->key, *factory, options_of(flags));
  if (!shrunk) {
    return fail(unworkable(flags));
  }
  if (!flags.out.empty()) {
    const auto written = write_file(flags.out, write_pretty_json(to_value(shrunk->smallest)));
    if (!written) {
      return fail(written.error());
    }
  }
  if (flags.json) {
    print_json(summary_of(*shrunk, *failing));
  } else {
    note(summary_line(*shrunk, *failing));
    if (flags.out.empty()) {
      print(write_pretty_json(to_value(shrunk->smallest)));
    }
  }
  return ExitCode::kFinding;
}

ExitCode run_explain(const ShrinkFlags& flags) {
  const auto factory = flags.subject.factory();
  ExitCode code = ExitCode::kClean;
  std::optional<Failing> failing = find_failure(flags, *factory, code);
  if (!failing) {
    return code;
  }
  if (flags.shrink_first) {
    if (auto shrunk = shrink_case(failing->c, failing->key, *factory, options_of(flags))) {
      failing->c = std::move(shrunk->smallest);
    }
  }
  const auto explanation = explain_case(failing->c, failing->key.outcome, *factory,
                                        {.calls_max = flags.calls, .seconds_max = 0});
  if (!explanation) {
    return fail({ErrorCode::kUsage,
                 "a case of this kind, or with a record that is no valid document", flags.path,
                 "cases of kind compaction with a valid \"before\" are explained"});
  }
  if (flags.json) {
    print_json(to_value(*explanation));
  } else {
    print(explanation_text(*explanation));
  }
  return ExitCode::kFinding;
}

}  // namespace holdfast
