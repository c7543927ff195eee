#include "harness/report_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/markup.h"
#include "harness/text_table.h"

namespace holdfast {
namespace {

using markup::visible;

std::string painted(const TextLook& look, std::string_view code, const std::string& text) {
  return look.color ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

std::string_view paint_of(Standing standing) {
  return standing == Standing::kHeld                                              ? "1;32"
         : standing == Standing::kToLookAt || standing == Standing::kNothingAsked ? "1;33"
                                                                                  : "1;31";
}

std::string head(const TextLook& look, Standing standing, const std::string& headline,
                 const std::string& summary, const std::vector<ReportGround>& grounds) {
  std::string out = painted(look, paint_of(standing), wrapped(visible(headline), look.width, "")) +
                    "\n" + wrapped(visible(summary), look.width, "") + "\n\n";
  for (const ReportGround& ground : grounds) {
    const bool is_for = ground.kind == ReportGround::Kind::kFor;
    const bool is_against = ground.kind == ReportGround::Kind::kAgainst;
    const std::string sign = is_for ? "+" : is_against ? "!" : "-";
    out += painted(look,
                   is_for       ? "32"
                   : is_against ? "33"
                                : "2",
                   sign) +
           " " +
           wrapped(visible(ground.text), look.width - std::min<std::size_t>(look.width, 2), "  ") +
           "\n";
  }
  return out;
}

}  // namespace

std::string run_text(const ReportFacts& facts, const TextLook& look) {
  std::string out = head(look, facts.standing, facts.headline, facts.summary, facts.grounds);
  if (!facts.error.empty()) {
    out += wrapped(visible(facts.error), look.width, "  ") + "\n";
  }
  if (!facts.buckets.empty()) {
    std::vector<std::vector<std::string>> rows;
    for (const ReportBucket& bucket : facts.buckets) {
      rows.push_back(
          {visible(bucket.key.strategy), visible(bucket.key.invariant), grouped(bucket.count),
           grouped(bucket.first_case),
           bucket.is_survivor() ? "got through" : std::string(describe(bucket.key.outcome))});
    }
    out += "\n" + text_table({{"damage", false, true},
                              {"violates"},
                              {"cases", true},
                              {"first", true},
                              {"what happened", false, true}},
                             rows, look.width);
  }
  out += fmt::format("\nsubject  {} {}\ncases    {}, seed {}\n", visible(facts.subject_name),
                     visible(facts.subject_version), grouped(facts.cases), visible(facts.seed));
  if (facts.times && facts.cases_per_second() > 0) {
    out +=
        fmt::format("time     {:.1f} s, {:.0f} cases/s\n",
                    static_cast<double>(facts.times->elapsed_ms) / 1000, facts.cases_per_second());
  }
  return out + "again    " + visible(facts.again) + "\n";
}

std::string simulation_text(const SimulationFacts& facts, const TextLook& look) {
  std::string out = head(look, facts.standing, facts.headline, facts.summary, facts.grounds);
  std::vector<std::vector<std::string>> rows;
  for (const SimulationFacts::Item& item : facts.items) {
    if (item.fell > 0) {
      std::string to = item.fell_to;
      std::replace(to.begin(), to.end(), '_', ' ');
      rows.push_back({visible(item.id), visible(item.kind), std::to_string(item.fell), visible(to),
                      visible(item.label)});
    }
  }
  if (!rows.empty()) {
    out += "\n" + text_table({{"item"}, {"kind"}, {"fell at", true}, {"to"}, {"what", false, true}},
                             rows, look.width);
  }
  return out + fmt::format("\npipeline {}\nverifier {}\nagain    {}\n", visible(facts.pipeline),
                           visible(facts.verifier), visible(facts.again));
}

}  // namespace holdfast
