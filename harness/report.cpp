#include "harness/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/json.h"
#include "harness/failure_store.h"

namespace holdfast {
namespace {

std::uint64_t of(const OutcomeCounts& counts, Outcome outcome) {
  return counts[static_cast<std::size_t>(outcome)];
}

std::uint64_t sum(const OutcomeCounts& counts) {
  std::uint64_t total = 0;
  for (const std::uint64_t count : counts) {
    total += count;
  }
  return total;
}

// Several outcomes share a column: the matrix must fit a terminal.
struct Columns {
  std::uint64_t cases = 0, rejected = 0, wrong_reason = 0, survived = 0, accident = 0, other = 0,
                equivalent = 0, not_asked = 0;

  void add(const OutcomeCounts& counts) {
    cases += sum(counts);
    rejected += of(counts, Outcome::kRejected);
    wrong_reason += of(counts, Outcome::kRejectedWrongReason);
    survived += of(counts, Outcome::kAccepted);
    accident += of(counts, Outcome::kTimeout) + of(counts, Outcome::kCrash) +
                of(counts, Outcome::kMalformed);
    other += of(counts, Outcome::kIndeterminate) + of(counts, Outcome::kNondeterministic) +
             of(counts, Outcome::kOrderDependent) + of(counts, Outcome::kLeak);
    equivalent += of(counts, Outcome::kEquivalent);
    not_asked += of(counts, Outcome::kNotAsked);
  }
};

class ReportWriter {
 public:
  ReportWriter(const CampaignOptions& options, const CampaignResult& result,
               const ReportOptions& report)
      : options_(options), result_(result), report_(report) {}

  std::string write() {
    headline();
    matrix();
    control_table();
    self_check();
    coverage();
    failures();
    closing();
    return std::move(out_);
  }

 private:
  std::string red(const std::string& text) const {
    return report_.color ? "\x1b[31m" + text + "\x1b[0m" : text;
  }
  std::string bold(const std::string& text) const {
    return report_.color ? "\x1b[1m" + text + "\x1b[0m" : text;
  }

  void headline() {
    if (!options_.shard.is_whole()) {
      out_ += fmt::format("shard    {} of a campaign of {} cases\n", options_.shard.text(),
                          options_.cases);
    }
    const std::uint64_t survivors = of(result_.totals, Outcome::kAccepted);
    const std::uint64_t alarms = of(result_.totals, Outcome::kFalseAlarm);
    out_ += bold(fmt::format("subject  {}", result_.identity));
    out_ += fmt::format("  ({} {})\n", result_.subject.name, result_.subject.version);
    out_ +=
        fmt::format("cases    {} in {} blocks, seed {}, policy {}\n", result_.cases,
                    result_.blocks.size(), options_.stream.seed, to_text(options_.stream.policy));
    const std::string text =
        fmt::format("result   {} survivors, {} false alarms, {} buckets to look at\n", survivors,
                    alarms, result_.buckets.size());
    out_ += result_.buckets.empty() ? text : red(text);
    if (!result_.subject.has_reason_map) {
      out_ +=
          "         the subject declares no reason codes: a refusal counts whatever its reason\n";
    }
  }

  void row(std::string_view name, const Columns& c) {
    const std::string line = fmt::format("{:<28}{:>9}{:>10}{:>8}{:>10}{:>10}{:>7}{:>12}{:>11}\n",
                                         name, c.cases, c.rejected, c.wrong_reason, c.survived,
                                         c.accident, c.other, c.equivalent, c.not_asked);
    out_ += c.survived + c.wrong_reason + c.accident + c.other > 0 ? red(line) : line;
  }

  void matrix() {
    out_ += bold("\nkill matrix\n");
    out_ += fmt::format("{:<28}{:>9}{:>10}{:>8}{:>10}{:>10}{:>7}{:>12}{:>11}\n", "strategy",
                        "cases", "rejected", "wrong", "SURVIVED", "accident", "other", "equivalent",
                        "not asked");
    Columns total;
    for (std::size_t i = 0; i < result_.of_strategy.size(); ++i) {
      Columns columns;
      columns.add(result_.of_strategy[i]);
      total.add(result_.of_strategy[i]);
      row(options_.stream.strategies[i].name, columns);
    }
    row("total", total);
    std::uint64_t void_kills = 0;
    for (const std::uint64_t kills : result_.void_kills) {
      void_kills += kills;
    }
    if (void_kills > 0) {
      out_ += red(fmt::format(
          "{} of the rejected are void: they lie in blocks whose controls failed\n", void_kills));
    }
  }

  void control_table() {
    out_ += bold("\ncontrols\n");
    out_ += fmt::format("{:<28}{:>9}{:>10}{:>13}{:>7}{:>11}\n", "control", "cases", "accepted",
                        "FALSE ALARM", "other", "not asked");
    for (std::size_t i = 0; i < result_.of_control.size(); ++i) {
      const OutcomeCounts& counts = result_.of_control[i];
      const std::uint64_t accepted = of(counts, Outcome::kControlAccepted);
      const std::uint64_t alarms = of(counts, Outcome::kFalseAlarm);
      const std::uint64_t not_asked = of(counts, Outcome::kNotAsked);
      const std::uint64_t other = sum(counts) - accepted - alarms - not_asked;
      const std::string line =
          fmt::format("{:<28}{:>9}{:>10}{:>13}{:>7}{:>11}\n", options_.stream.controls[i].name,
                      sum(counts), accepted, alarms, other, not_asked);
      out_ += alarms + other > 0 ? red(line) : line;
    }
  }

  void self_check() {
    if (!result_.twins.empty()) {
      const std::string line = "\nself-check: " + describe(result_.twins, "twins") + "\n";
      out_ += all_convicted(result_.twins)
                  ? line
                  : red(line + "The harness is blind, so this run proves nothing.\n");
    }
  }

  void coverage() {
    for (const std::string& name : never_applied(options_, result_, report_.file_strategies)) {
      out_ += red(
          fmt::format("\nnever applied: {} fitted none of the {} cases, so it has tested nothing\n",
                      name, result_.cases));
    }
  }

  void failures() {
    if (result_.buckets.empty()) {
      return;
    }
    out_ += bold("\nto look at, with the smallest case of each\n");
    for (const Bucket& bucket : result_.buckets) {
      failure(bucket);
    }
  }

  void failure(const Bucket& bucket) {
    out_ += "\n" + red(bucket.key.id());
    out_ += fmt::format("  {} cases, first {}: {}\n", bucket.count, bucket.first_case,
                        describe(bucket.key.outcome));
    out_ += "  " + bucket.smallest.comment + "\n";
    for (const std::string& line : describe_difference(bucket.smallest, report_.show_text)) {
      out_ += "    " + line + "\n";
    }
    if (!bucket.reasons.empty()) {
      out_ += fmt::format("    answered {}, expected one of {}\n", fmt::join(bucket.reasons, ", "),
                          fmt::join(bucket.smallest.expect.codes, ", "));
    }
    if (!bucket.diagnosis.empty()) {
      out_ += "    " + bucket.diagnosis + "\n";
    }
    if (bucket.shrink_calls > 0 && !bucket.minimal) {
      out_ += fmt::format("    not minimal: {} calls were spent on making it smaller\n",
                          bucket.shrink_calls);
    }
    if (!report_.store_directory.empty()) {
      out_ +=
          fmt::format("    holdfast replay {}{}\n",
                      stored_case_path(report_.store_directory, bucket.key), report_.subject_flags);
    }
  }

  void closing() {
    if (result_.abandoned) {
      out_ += red("\nGiven up: too many accidents in a row. What was not asked is no kill.\n");
    }
    if (result_.error) {
      out_ += red("\n" + result_.error->text() + "\n");
    }
    out_ += fmt::format("\nseed     {}\n", options_.stream.seed);
    if (!report_.run_directory.empty()) {
      out_ += fmt::format("record   {}/run.jsonl\n", report_.run_directory);
    }
    const bool whole = options_.shard.is_whole();
    out_ += fmt::format("again    holdfast hunt{}{} --seed {} --cases {}{}\n",
                        report_.subject_flags, report_.hunt_flags, options_.stream.seed,
                        whole ? result_.cases : options_.cases,
                        whole ? "" : " --shard " + options_.shard.text());
    if (result_.elapsed_s > 0) {
      out_ += fmt::format("time     {:.1f} s, {:.0f} cases/s\n", result_.elapsed_s,
                          static_cast<double>(result_.cases) / result_.elapsed_s);
    }
  }

  const CampaignOptions& options_;
  const CampaignResult& result_;
  const ReportOptions& report_;
  std::string out_;
};

}  // namespace

std::vector<std::string> never_applied(const CampaignOptions& options, const CampaignResult& result,
                                       const std::vector<std::string>& file_strategies) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < result.of_strategy.size() && options.shard.is_whole(); ++i) {
    const std::string name(options.stream.strategies[i].name);
    const bool from_file =
        std::find(file_strategies.begin(), file_strategies.end(), name) != file_strategies.end();
    if (from_file && !has_broken_any(result.of_strategy[i])) {
      names.push_back(name);
    }
  }
  return names;
}

std::string campaign_report(const CampaignOptions& options, const CampaignResult& result,
                            const ReportOptions& report) {
  return ReportWriter(options, result, report).write();
}

}  // namespace holdfast
