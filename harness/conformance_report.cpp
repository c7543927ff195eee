// The table and the machine-readable form of a conformance run. A vector's documents are shipped
// with the program, yet only ids, codes and diagnoses are shown: the vector itself says the rest.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "generators/strategy.h"
#include "harness/conformance.h"

namespace holdfast {
namespace {

// What the counts of a row are about.
enum Column : std::size_t {
  kVectors,
  kPassed,
  kSurvived,
  kFalseAlarm,
  kWrongReason,
  kAccident,
  kUnsteady,
  kUnasked,
  kColumns
};
using Counts = std::array<std::size_t, kColumns>;

constexpr std::array<std::string_view, kColumns> kNames = {
    "vectors",      "passed",   "accepted", "false_alarm",
    "wrong_reason", "accident", "unsteady", "not_asked"};

Column column_of(const VectorResult& result) {
  switch (result.outcome) {
    case Outcome::kRejected:
    case Outcome::kControlAccepted:
      return kPassed;
    case Outcome::kAccepted:
      return kSurvived;
    case Outcome::kFalseAlarm:
      return kFalseAlarm;
    case Outcome::kRejectedWrongReason:
      return kWrongReason;
    case Outcome::kNondeterministic:
    case Outcome::kOrderDependent:
      return kUnsteady;
    case Outcome::kNotAsked:
    case Outcome::kEquivalent:
      return kUnasked;
    case Outcome::kIndeterminate:
    case Outcome::kMalformed:
    case Outcome::kTimeout:
    case Outcome::kCrash:
    case Outcome::kLeak:
      return kAccident;
  }
  return kAccident;
}

void count(Counts& counts, const VectorResult& result) {
  ++counts[kVectors];
  ++counts[column_of(result)];
}

Counts count_all(const ConformanceResult& result) {
  Counts counts{};
  for (const VectorResult& one : result.results) {
    count(counts, one);
  }
  return counts;
}

Counts count_group(const ConformanceResult& result, std::size_t group) {
  Counts counts{};
  for (const VectorResult& one : result.results) {
    if (one.group == group) {
      count(counts, one);
    }
  }
  return counts;
}

// In the order of kInvariants, then the neutral ones.
std::vector<std::pair<std::string, Counts>> by_invariant(const ConformanceResult& result) {
  std::map<std::string, Counts> found;
  for (const VectorResult& one : result.results) {
    count(found[one.vector->invariant], one);
  }
  std::vector<std::pair<std::string, Counts>> rows;
  for (const std::string_view invariant : kInvariants) {
    if (const auto at = found.find(std::string(invariant)); at != found.end()) {
      rows.push_back(*at);
      found.erase(at);
    }
  }
  rows.insert(rows.end(), found.begin(), found.end());
  return rows;
}

// As kNames, short enough for a terminal of 100 columns.
constexpr std::array<std::string_view, kColumns> kHeadings = {
    "vectors", "passed", "accepted", "alarm", "reason", "accident", "unsteady", "unasked"};

std::string heading(std::string_view first) {
  std::string line = fmt::format("  {:<26}", first);
  for (const std::string_view name : kHeadings) {
    line += fmt::format(" {:>8}", name);
  }
  return line + "\n";
}

std::string row(std::string_view name, const Counts& counts) {
  std::string line = fmt::format("  {:<26}", name);
  for (const std::size_t number : counts) {
    line += number == 0 ? fmt::format(" {:>8}", "·") : fmt::format(" {:>8}", number);
  }
  return line + "\n";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

std::string failed_line(const VectorResult& result) {
  const Case& c = *result.vector;
  std::string line =
      fmt::format("  {}  {}\n    {}\n    expected {}", c.id, std::string(to_text(result.outcome)),
                  c.comment, c.expect.accept ? "accept" : "reject");
  if (!c.expect.codes.empty()) {
    line += " for " + joined(c.expect.codes);
  }
  if (!result.answer.reasons.empty()) {
    line += "; its reasons: " + joined(result.answer.reasons);
  }
  if (!result.answer.diagnosis.empty()) {
    line += "; " + result.answer.diagnosis;
  }
  return line + "\n";
}

std::string failures(const ConformanceResult& result, std::size_t failed_max) {
  std::string text;
  std::size_t shown = 0;
  std::size_t failed = 0;
  for (const VectorResult& one : result.results) {
    if (one.asked() && !one.passed() && ++failed <= failed_max) {
      text += failed_line(one);
      ++shown;
    }
  }
  if (failed > shown) {
    text += fmt::format("  and {} more; --json has them all\n", failed - shown);
  }
  return text.empty() ? text : "\nnot passed\n" + text;
}

Value to_value(const Counts& counts, std::string_view label, Value name) {
  Value value = Value::object({{label, std::move(name)}});
  for (std::size_t i = 0; i < kColumns; ++i) {
    value.add(kNames[i], static_cast<std::uint64_t>(counts[i]));
  }
  return value;
}

Value to_value(const VectorResult& result, const VectorGroup& group) {
  const Case& c = *result.vector;
  return Value::object({{"id", c.id},
                        {"grade", group.grade},
                        {"invariant", c.invariant},
                        {"comment", c.comment},
                        {"flags", Value::array_of(c.flags)},
                        {"expected", c.expect.accept ? "accept" : "reject"},
                        {"codes", Value::array_of(c.expect.codes)},
                        {"outcome", to_text(result.outcome)},
                        {"passed", result.passed()},
                        {"reasons", Value::array_of(result.answer.reasons)},
                        {"diagnosis", result.answer.diagnosis}});
}

}  // namespace

std::string conformance_report(std::span<const VectorGroup> groups, const ConformanceResult& result,
                               std::size_t failed_max) {
  const Counts all = count_all(result);
  const int grade = result.grade(groups);
  const int grade_max = groups.empty() ? 0 : groups.back().grade;
  std::string text =
      fmt::format("{} {} ({})\n", result.subject.name, result.subject.version, result.identity);
  text += fmt::format("{} of {} vectors passed, {} not asked; grade {} of {}\n\n", all[kPassed],
                      all[kVectors], all[kUnasked], grade, grade_max);
  text += heading("grade");
  for (std::size_t i = 0; i < groups.size(); ++i) {
    text += row(fmt::format("{} {}", groups[i].grade, groups[i].title), count_group(result, i));
  }
  text += "\n" + heading("invariant");
  for (const auto& [invariant, counts] : by_invariant(result)) {
    text += row(invariant == "none" ? "(neutral: accept)" : invariant, counts);
  }
  text += failures(result, failed_max);
  if (result.abandoned) {
    text += "\nGiven up: too many answers in a row were none. What was not asked is not passed.\n";
  }
  if (!result.subject.has_reason_map) {
    text += "\nIts hello has no \"reasons\", so that a refusal counts whatever its reason.\n";
  }
  if (!result.ending.empty()) {
    text += "\nNoted: " + result.ending + "\n";
  }
  return text;
}

Value to_value(std::span<const VectorGroup> groups, const ConformanceResult& result) {
  Value grades = Value::array();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Value grade = to_value(count_group(result, i), "grade", groups[i].grade);
    grade.add("title", groups[i].title);
    grades.append(std::move(grade));
  }
  Value invariants = Value::array();
  for (const auto& [invariant, counts] : by_invariant(result)) {
    invariants.append(to_value(counts, "invariant", invariant));
  }
  Value vectors = Value::array();
  for (const VectorResult& one : result.results) {
    vectors.append(to_value(one, groups[one.group]));
  }
  return Value::object(
      {{"schema", kConformanceReportV1},
       {"subject", Value::object({{"name", result.subject.name},
                                  {"version", result.subject.version},
                                  {"identity", result.identity},
                                  {"maps_reasons", result.subject.has_reason_map}})},
       {"passed", result.passed()},
       {"grade", result.grade(groups)},
       {"abandoned", result.abandoned},
       {"ending", result.ending},
       {"grades", std::move(grades)},
       {"invariants", std::move(invariants)},
       {"vectors", std::move(vectors)}});
}

}  // namespace holdfast
