#include "bench/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/check.h"

namespace holdfast::bench {
namespace {

// On the way to 100,000 items the lists leave one cache after another, which costs every n log n
// method something; n^1.5 would show as 1.28 and a square as 1.7.
constexpr double kGrowthMax = 1.2;
// 10 to 100,000; a fit over less says little.
constexpr std::size_t kGrowthSizesMin = 5;

constexpr Row campaign(std::string_view name, std::string_view ours, std::string_view rival,
                       double rival_reference_ns) {
  return {name, Row::Kind::kFaster, ours, rival, "fast-check", 40, rival_reference_ns};
}
constexpr Row store(std::string_view name, std::string_view ours, std::string_view rival) {
  return {.name = name,
          .kind = Row::Kind::kBeside,
          .ours = ours,
          .rival = rival,
          .rival_name = "SQLite",
          .goal = 0};
}
constexpr Row growth(std::string_view name, std::string_view ours) {
  return {.name = name, .kind = Row::Kind::kGrowth, .ours = ours, .goal = kGrowthMax};
}

// Reference figures: the slow end of what was seen.
constexpr std::array kRows = {
    campaign("campaign, 1 mutant a manifest", "campaign_1.ours", "campaign_1.fast_check",
             1e9 / 5000),
    campaign("campaign, 16 mutants a manifest", "campaign_16.ours", "campaign_16.fast_check",
             1e9 / 18000),
    Row{.name = "campaign, 16 mutants, cases/s",
        .kind = Row::Kind::kRate,
        .ours = "campaign_16.ours",
        .goal = 600000},
    Row{"checksum, 8 items a list", Row::Kind::kCost, "checksum_8.ours", "checksum_8.openssl",
        "OpenSSL", 2},
    Row{"checksum, 100 items a list", Row::Kind::kCost, "checksum_100.ours", "checksum_100.openssl",
        "OpenSSL", 2},
    Row{"verdict", Row::Kind::kFaster, "verdict.ours", "verdict.node", "Node", 2.5, 44000},
    Row{"verdict", Row::Kind::kFaster, "verdict.ours", "verdict.python", "Python", 6, 96000},
    Row{"verdict without digests", Row::Kind::kFaster, "verdict_bare.ours", "verdict.node", "Node",
        4, 44000},
    Row{"verdict without digests", Row::Kind::kFaster, "verdict_bare.ours", "verdict.python",
        "Python", 10, 96000},
    Row{.name = "ledger of 1,000,000 lines",
        .kind = Row::Kind::kThroughput,
        .ours = "ledger.ours",
        .rival = "ledger.sha256",
        .rival_name = "SHA-256",
        .goal = 200},
    Row{.name = "1,000 rounds over 10,000 entries",
        .kind = Row::Kind::kRate,
        .ours = "simulation_10000",
        .goal = 0.5},
    Row{"rounds over 20,000 entries, time", Row::Kind::kCost, "simulation_20000",
        "simulation_10000", "10,000 entries", 2.2},
    Row{"rounds over 20,000 entries, memory", Row::Kind::kCost, "simulation_20000.memory",
        "simulation_10000.memory", "10,000 entries", 1.3},
    store("promotions, synced", "store_1.sync.ours", "store_1.sync.sqlite"),
    store("promotions, synced, 4 processes", "store_4.sync.ours", "store_4.sync.sqlite"),
    store("promotions, not synced", "store_1.nosync.ours", "store_1.nosync.sqlite"),
    store("promotions, not synced, 4 proc.", "store_4.nosync.ours", "store_4.nosync.sqlite"),
    growth("growth, equal lists", "growth_same"),
    growth("growth, shuffled lists", "growth_shuffled"),
    growth("growth, all items dropped", "growth_dropped"),
    growth("growth, one document read", "growth_read"),
};

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                  : std::nullopt;
}

std::optional<double> median_of(const Samples& samples, std::string_view key) {
  const auto found = samples.find(key);
  if (found == samples.end()) {
    return std::nullopt;
  }
  std::vector<double> values;
  for (const auto& [pair, ns] : found->second) {
    values.push_back(ns);
  }
  return median(std::move(values));
}

// ours / rival of each pair that has both.
std::vector<double> pair_ratios(const Row& row, const Samples& samples) {
  std::vector<double> ratios;
  const auto ours = samples.find(row.ours);
  const auto rival = samples.find(row.rival);
  if (ours != samples.end() && rival != samples.end()) {
    for (const auto& [pair, ns] : ours->second) {
      if (const auto other = rival->second.find(pair); other != rival->second.end()) {
        ratios.push_back(ns / other->second);
      }
    }
  }
  return ratios;
}

// Empty where the rival had a fair run.
std::string unfair(const Row& row, const Samples& samples, double rival_ns) {
  if (row.rival_reference_ns == 0) {
    return {};
  }
  const auto hash_ns = median_of(samples, "hash.855");
  if (!hash_ns) {
    return "the machine's own speed was not measured";
  }
  const double allowed_ns = kRivalSlackMax * row.rival_reference_ns * *hash_ns / kReferenceHashNs;
  return rival_ns <= allowed_ns
             ? std::string()
             : fmt::format("the rival took more than the {:.1f} µs that it is allowed here",
                           allowed_ns / 1000);
}

Outcome compared(bool met) { return met ? Outcome::kMet : Outcome::kNotMet; }

void judge_ratio(RowResult& result, const Samples& samples, std::size_t pairs_min) {
  const Row& row = *result.row;
  std::vector<double> ratios = pair_ratios(row, samples);
  result.ours_ns = median_of(samples, row.ours);
  result.rival_ns = median_of(samples, row.rival);
  result.pairs = ratios.size();
  if (!result.rival_ns || !result.ours_ns) {
    result.note = fmt::format("{} is missing", result.ours_ns ? row.rival : row.ours);
    return;
  }
  if (ratios.size() < pairs_min) {
    result.note = fmt::format("{} pairs, fewer than {}", ratios.size(), pairs_min);
    return;
  }
  const double cost = median(std::move(ratios));
  result.figure = row.kind == Row::Kind::kCost ? cost : 1 / cost;
  result.outcome = compared(row.kind == Row::Kind::kCost ? *result.figure <= row.goal
                                                         : *result.figure >= row.goal);
  result.note = unfair(row, samples, *result.rival_ns);
  if (!result.note.empty()) {
    result.outcome = Outcome::kVoid;
  }
}

void judge_rate(RowResult& result, const Samples& samples, std::size_t pairs_min) {
  result.ours_ns = median_of(samples, result.row->ours);
  if (result.ours_ns) {
    result.pairs = samples.find(result.row->ours)->second.size();
    result.figure = 1e9 / *result.ours_ns;
    result.outcome = compared(*result.figure >= result.row->goal);
  }
  if (result.pairs < pairs_min) {
    result.outcome = Outcome::kNotRun;
    result.note = fmt::format("{} runs, fewer than {}", result.pairs, pairs_min);
  }
}

void judge_throughput(RowResult& result, const Samples& samples, std::size_t pairs_min) {
  judge_rate(result, samples, pairs_min);
  result.rival_ns = median_of(samples, result.row->rival);
  std::vector<double> ratios = pair_ratios(*result.row, samples);
  if (result.outcome != Outcome::kNotRun && !ratios.empty()) {
    result.note = fmt::format("{:.2f} times the time of {} alone", median(std::move(ratios)),
                              result.row->rival_name);
  }
}

void judge_beside(RowResult& result, const Samples& samples, std::size_t pairs_min) {
  judge_throughput(result, samples, pairs_min);
  if (result.outcome == Outcome::kNotRun) {
    return;
  }
  result.outcome = result.rival_ns ? Outcome::kTold : Outcome::kNotRun;
  if (result.rival_ns) {
    result.note = fmt::format("{} {:.0f}/s", result.row->rival_name, 1e9 / *result.rival_ns);
  }
}

void judge_growth(RowResult& result, const Samples& samples) {
  const std::string prefix = std::string(result.row->ours) + ".";
  std::map<double, double> ns_of_items;
  for (const auto& [key, runs] : samples) {
    if (key.rfind(prefix, 0) == 0) {
      if (const auto items = number(std::string_view(key).substr(prefix.size()))) {
        ns_of_items[*items] = *median_of(samples, key);
      }
    }
  }
  result.figure = growth_exponent(ns_of_items);
  if (!result.figure) {
    result.note = fmt::format("fewer than {} sizes", kGrowthSizesMin);
    return;
  }
  result.ours_ns = ns_of_items.rbegin()->second;
  result.outcome = compared(*result.figure <= result.row->goal);
  for (const auto& [items, ns] : ns_of_items) {
    result.note +=
        fmt::format("{}{}: {:.4g} µs", result.note.empty() ? "" : ", ", items, ns / 1000);
  }
}

// Of a row whose samples are bytes: its keys end so.
bool is_memory(const Row& row) { return row.ours.ends_with(".memory"); }

std::string memory_text(const std::optional<double>& bytes) {
  return bytes ? fmt::format("{:.1f} MB", *bytes / 1e6) : "-";
}

std::string time_text(const std::optional<double>& ns) {
  return ns ? *ns < 1e6 ? fmt::format("{:.2f} µs", *ns / 1e3) : fmt::format("{:.2f} ms", *ns / 1e6)
            : "-";
}

std::string figure_text(const RowResult& result, double figure) {
  switch (result.row->kind) {
    case Row::Kind::kFaster:
    case Row::Kind::kCost:
      return fmt::format("{:.2f} x", figure);
    case Row::Kind::kRate:
    case Row::Kind::kBeside:
      return figure < 10 ? fmt::format("{:.1f}/s", figure) : fmt::format("{:.0f}/s", figure);
    case Row::Kind::kThroughput:
      return fmt::format("{:.0f} MB/s", figure);
    case Row::Kind::kGrowth:
      return fmt::format("(n log n)^{:.2f}", figure);
  }
  return {};
}

std::string goal_text(const RowResult& result) {
  if (result.row->kind == Row::Kind::kBeside) {
    return "-";
  }
  const bool at_most =
      result.row->kind == Row::Kind::kCost || result.row->kind == Row::Kind::kGrowth;
  return (at_most ? "<= " : ">= ") + figure_text(result, result.row->goal);
}

nlohmann::ordered_json optional_json(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

}  // namespace

std::span<const Row> rows() { return kRows; }

std::string_view to_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::kMet:
      return "met";
    case Outcome::kNotMet:
      return "not met";
    case Outcome::kNotRun:
      return "not run";
    case Outcome::kVoid:
      return "void";
    case Outcome::kTold:
      return "told";
  }
  return {};
}

Result<Samples> read_samples(std::string_view text) {
  Samples samples;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::string_view words = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), words.size() + 1));
    if (words.empty()) {
      continue;
    }
    const std::size_t first = words.find('\t');
    const std::size_t second = words.find('\t', first + 1);
    const bool three = first != std::string_view::npos && second != std::string_view::npos;
    const auto pair = three ? number(words.substr(first + 1, second - first - 1)) : std::nullopt;
    const auto ns = three ? number(words.substr(second + 1)) : std::nullopt;
    if (first == 0 || !pair || !ns || *pair < 0 || *pair > 1e6 || *pair != std::floor(*pair) ||
        !(*ns > 0) || !std::isfinite(*ns)) {
      return Error{ErrorCode::kInput, "no measurement", fmt::format("samples:{}", line),
                   "a line is KEY, pair and nanoseconds with a tab between"};
    }
    samples[std::string(words.substr(0, first))][static_cast<int>(*pair)] = *ns;
  }
  return samples;
}

double median(std::vector<double> values) {
  CHECK(!values.empty());
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::optional<double> growth_exponent(const std::map<double, double>& ns_of_items) {
  const auto count = static_cast<double>(ns_of_items.size());
  double x_sum = 0;
  double y_sum = 0;
  double xx_sum = 0;
  double xy_sum = 0;
  for (const auto& [items, ns] : ns_of_items) {
    const double x = std::log(items * std::log(items));
    const double y = std::log(ns);
    x_sum += x;
    y_sum += y;
    xx_sum += x * x;
    xy_sum += x * y;
  }
  if (ns_of_items.size() < kGrowthSizesMin) {
    return std::nullopt;
  }
  return (count * xy_sum - x_sum * y_sum) / (count * xx_sum - x_sum * x_sum);
}

RowResult judge(const Row& row, const Samples& samples, std::size_t pairs_min) {
  RowResult result;
  result.row = &row;
  switch (row.kind) {
    case Row::Kind::kFaster:
    case Row::Kind::kCost:
      judge_ratio(result, samples, pairs_min);
      break;
    case Row::Kind::kRate:
      judge_rate(result, samples, pairs_min);
      break;
    case Row::Kind::kThroughput:
      judge_throughput(result, samples, pairs_min);
      break;
    case Row::Kind::kBeside:
      judge_beside(result, samples, pairs_min);
      break;
    case Row::Kind::kGrowth:
      judge_growth(result, samples);
      break;
  }
  return result;
}

std::string table(const std::vector<RowResult>& results) {
  constexpr std::string_view kLine = "{:<33} {:>11} {:>23} {:>15} {:>18} {:>5}  {}\n";
  std::string text =
      fmt::format(kLine, "row", "ours", "rival", "figure", "goal", "pairs", "result");
  for (const RowResult& result : results) {
    const std::string rival =
        result.row->rival.empty()
            ? "-"
            : fmt::format("{} {}", result.row->rival_name,
                          (is_memory(*result.row) ? memory_text(result.rival_ns)
                                                  : time_text(result.rival_ns)));
    std::string outcome(to_text(result.outcome));
    if (!result.note.empty()) {
      outcome += " (" + result.note + ")";
    }
    text += fmt::format(
        kLine, result.row->name,
        (is_memory(*result.row) ? memory_text(result.ours_ns) : time_text(result.ours_ns)), rival,
        result.figure ? figure_text(result, *result.figure) : "-", goal_text(result), result.pairs,
        outcome);
  }
  return text;
}

std::string json(const std::vector<RowResult>& results, const Samples& samples,
                 std::string_view load) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RowResult& result : results) {
    list.push_back({{"row", result.row->name},
                    {"rival", result.row->rival_name},
                    {"ours_ns", optional_json(result.ours_ns)},
                    {"rival_ns", optional_json(result.rival_ns)},
                    {"figure", optional_json(result.figure)},
                    {"goal", result.row->goal},
                    {"pairs", result.pairs},
                    {"result", to_text(result.outcome)},
                    {"note", result.note}});
  }
  const nlohmann::ordered_json report = {
      {"hash_855_ns", optional_json(median_of(samples, "hash.855"))},
      {"load", load},
      {"rows", std::move(list)}};
  return report.dump(2) + "\n";
}

}  // namespace holdfast::bench
