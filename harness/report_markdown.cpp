#include "harness/report_markdown.h"

#include <fmt/format.h>

#include "harness/markup.h"
#include "harness/report.h"

namespace holdfast {
namespace {

using markup::markdown;
using markup::markdown_block;
using markup::markdown_code;

// A step summary is read in a browser and cut at 1 MiB.
constexpr std::size_t kFindingsMax = 20;
constexpr std::size_t kRowsMax = 60;

std::string_view sign_of(Standing standing) {
  return standing == Standing::kHeld                                              ? "✅"
         : standing == Standing::kToLookAt || standing == Standing::kNothingAsked ? "⚠️"
                                                                                  : "❌";
}

std::string head(Standing standing, const std::string& headline, const std::string& kicker,
                 const std::string& summary, const std::vector<ReportGround>& grounds) {
  std::string out = fmt::format("## {} {}\n\n{}\n\n{}\n\n", sign_of(standing), markdown(headline),
                                markdown(kicker), markdown(summary));
  for (const ReportGround& ground : grounds) {
    const std::string_view sign = ground.kind == ReportGround::Kind::kFor       ? "✓ "
                                  : ground.kind == ReportGround::Kind::kAgainst ? "⚠ "
                                                                                : "";
    out += fmt::format("- {}{}\n", sign, markdown(ground.text));
  }
  return out + "\n";
}

std::string details(std::string_view summary, std::string_view body) {
  return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n\n", markdown(summary),
                     body);
}

std::string finding_table(const ReportFacts& facts) {
  std::string out =
      "| damage | violates | what happened | cases | first |\n|---|---|---|--:|--:|\n";
  for (std::size_t i = 0; i < facts.buckets.size() && i < kRowsMax; ++i) {
    const ReportBucket& bucket = facts.buckets[i];
    out += fmt::format(
        "| {} | {} | {} | {} | {} |\n", markdown_code(bucket.key.strategy),
        markdown(bucket.key.invariant),
        bucket.is_survivor() ? "**got through**" : markdown(describe(bucket.key.outcome)),
        grouped(bucket.count), grouped(bucket.first_case));
  }
  if (facts.buckets.size() > kRowsMax) {
    out += fmt::format("\n{} more are in the record.\n", grouped(facts.buckets.size() - kRowsMax));
  }
  return out + "\n";
}

std::string findings(const ReportFacts& facts) {
  std::string out;
  for (std::size_t i = 0; i < facts.buckets.size() && i < kFindingsMax; ++i) {
    const ReportBucket& bucket = facts.buckets[i];
    std::string text;
    if (bucket.smallest) {
      text += bucket.smallest->comment + "\n";
      for (const std::string& line : describe_difference(*bucket.smallest, facts.generated)) {
        text += line + "\n";
      }
    } else {
      text += "case " + bucket.case_id + "\n";
    }
    out += fmt::format("{}\n\n{}\n", markdown_code(bucket.key.id()), markdown_block(text, "text"));
  }
  return out.empty() ? out : details("The smallest case of each", out);
}

std::string matrix(const ReportFacts& facts) {
  std::string out =
      "| strategy | invariant | asked | refused rightly | got through | other |\n"
      "|---|---|--:|--:|--:|--:|\n";
  for (const ReportRow& row : facts.strategies) {
    const std::uint64_t rejected = row.of(Outcome::kRejected);
    const std::uint64_t through = row.of(Outcome::kAccepted);
    out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", markdown_code(row.name),
                       markdown(row.invariant), grouped(row.asked()), grouped(rejected),
                       grouped(through), grouped(row.asked() - rejected - through));
  }
  return facts.strategies.empty() ? std::string() : details("Kill matrix", out);
}

}  // namespace

std::string run_markdown(const ReportFacts& facts) {
  const std::string subject = facts.subject_name + " " + facts.subject_version;
  std::string kicker = fmt::format("Holdfast hunt against {}, {}, seed {}", subject,
                                   counted(facts.cases, "case", "cases"), facts.seed);
  if (facts.times && facts.cases_per_second() > 0) {
    kicker +=
        fmt::format(", {:.1f} s, {:.0f} cases per second",
                    static_cast<double>(facts.times->elapsed_ms) / 1000, facts.cases_per_second());
  }
  std::string out = head(facts.standing, facts.headline, kicker, facts.summary, facts.grounds);
  if (!facts.error.empty()) {
    out += markdown_block(facts.error, "text") + "\n";
  }
  if (!facts.buckets.empty()) {
    out += finding_table(facts) + findings(facts);
  }
  return out + matrix(facts) + "Again:\n\n" + markdown_block(facts.again, "sh");
}

std::string simulation_markdown(const SimulationFacts& facts) {
  std::string out = head(facts.standing, facts.headline,
                         fmt::format("Holdfast simulation of {}, judged by {}, seed {}",
                                     facts.pipeline, facts.verifier, facts.seed),
                         facts.summary, facts.grounds);
  std::string rows = "| item | kind | said | fell | to |\n|---|---|--:|--:|---|\n";
  std::size_t count = 0;
  for (const SimulationFacts::Item& item : facts.items) {
    if (item.fell > 0 && count++ < kRowsMax) {
      rows += fmt::format("| {} | {} | {} | {} | {} |\n", markdown_code(item.id),
                          markdown(item.kind), item.said, item.fell, markdown(item.fell_to));
    }
  }
  if (count > 0) {
    out += details("Items that fell", rows);
  }
  return out + "Again:\n\n" + markdown_block(facts.again, "sh");
}

}  // namespace holdfast
