#include "harness/report_junit.h"

#include <fmt/format.h>

#include "harness/markup.h"
#include "harness/report.h"

namespace holdfast {
namespace {

using markup::xml;
using markup::xml_lines;

constexpr std::size_t kDifferenceLinesMax = 40;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

enum class State : std::uint8_t { kPassed, kFailed, kError, kSkipped };

class Suite {
 public:
  explicit Suite(std::string name) : name_(std::move(name)) {}

  void property(std::string_view name, std::string_view value) {
    if (!value.empty()) {
      properties_ +=
          fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", xml(name), xml(value));
    }
  }

  // `message` and `details` are of what is not passed.
  void add(std::string_view name, State state, std::string_view message = {},
           std::string_view details = {}) {
    ++tests_;
    failures_ += state == State::kFailed ? 1 : 0;
    errors_ += state == State::kError ? 1 : 0;
    skipped_ += state == State::kSkipped ? 1 : 0;
    cases_ +=
        fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\"", xml(name_), xml(name));
    switch (state) {
      case State::kPassed:
        cases_ += "/>\n";
        return;
      case State::kSkipped:
        cases_ += fmt::format(">\n      <skipped message=\"{}\"/>\n", xml(message));
        break;
      case State::kFailed:
      case State::kError: {
        const std::string_view tag = state == State::kFailed ? "failure" : "error";
        cases_ += fmt::format(">\n      <{0} message=\"{1}\" type=\"holdfast\">{2}</{0}>\n", tag,
                              xml(message), xml_lines(details));
        break;
      }
    }
    cases_ += "    </testcase>\n";
  }

  std::string document(double elapsed_s) const {
    const std::string counts =
        fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                    tests_, failures_, errors_, skipped_, elapsed_s);
    // `skipped` is known of a suite, but not everywhere of them all.
    const std::string all =
        fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", tests_, failures_,
                    errors_, elapsed_s);
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{0}\" {1}>\n"
        "  <testsuite name=\"{0}\" {2}>\n    <properties>\n{3}    </properties>\n{4}"
        "  </testsuite>\n</testsuites>\n",
        xml(name_), all, counts, properties_, cases_);
  }

 private:
  std::string name_;
  std::string properties_;
  std::string cases_;
  std::size_t tests_ = 0, failures_ = 0, errors_ = 0, skipped_ = 0;
};

std::string details_of(const ReportFacts& facts, const ReportBucket& bucket) {
  std::string text;
  if (bucket.smallest) {
    text += bucket.smallest->comment + "\n";
    for (const std::string& line :
         describe_difference(*bucket.smallest, facts.show_text, kDifferenceLinesMax)) {
      text += line + "\n";
    }
    if (!bucket.smallest->expect.codes.empty()) {
      text += "expected one of: " + joined(bucket.smallest->expect.codes) + "\n";
    }
  }
  if (!bucket.reasons.empty()) {
    text += "answered: " + joined(bucket.reasons) + "\n";
  }
  text += bucket.diagnosis.empty() ? "" : bucket.diagnosis + "\n";
  text += "case: " + bucket.case_id + "\n";
  return text + "again: " + facts.again + "\n";
}

bool is_error(Outcome outcome) {
  return is_closed_by_accident(outcome) || outcome == Outcome::kIndeterminate;
}

void add_row(Suite& suite, const ReportFacts& facts, const ReportRow& row) {
  bool failed = false;
  for (const ReportBucket& bucket : facts.buckets) {
    if (bucket.key.strategy == row.name) {
      failed = true;
      suite.add(bucket.key.id(), is_error(bucket.key.outcome) ? State::kError : State::kFailed,
                fmt::format("{}: {}", counted(bucket.count, "case", "cases"),
                            describe(bucket.key.outcome)),
                details_of(facts, bucket));
    }
  }
  if (!failed && row.asked() == 0) {
    suite.add(row.name, State::kSkipped, "no case was asked");
  } else if (!failed) {
    suite.add(row.name, State::kPassed);
  }
}

}  // namespace

std::string run_junit(const ReportFacts& facts) {
  Suite suite("holdfast." + (facts.subject_name.empty() ? "hunt" : facts.subject_name));
  suite.property("headline", facts.headline);
  suite.property("subject", facts.subject_identity);
  suite.property("holdfast", facts.holdfast_version);
  suite.property("seed", facts.seed);
  suite.property("cases", std::to_string(facts.cases));
  suite.property("policy", facts.policy);
  suite.property("again", facts.again);
  suite.property("shard", facts.shard.is_whole() ? "" : facts.shard.text());
  for (const ReportRow& row : facts.strategies) {
    add_row(suite, facts, row);
  }
  for (const std::string& name : facts.never_applied) {
    suite.add(name, State::kSkipped, "fitted no document");
  }
  for (const ReportRow& row : facts.controls) {
    add_row(suite, facts, row);
  }
  const bool nothing = facts.standing == Standing::kNothingAsked;
  if (facts.standing == Standing::kUnfinished || nothing) {
    suite.add("the run", State::kError, facts.headline,
              facts.summary + "\n" + (facts.error.empty() ? "" : facts.error + "\n"));
  }
  return suite.document(facts.times ? static_cast<double>(facts.times->elapsed_ms) / 1000 : 0);
}

std::string simulation_junit(const SimulationFacts& facts) {
  Suite suite("holdfast.simulate");
  suite.property("headline", facts.headline);
  suite.property("pipeline", facts.pipeline);
  suite.property("verifier", facts.verifier);
  suite.property("seed", facts.seed);
  suite.property("again", facts.again);
  for (const SimulationFacts::Control& control : facts.controls) {
    suite.add("control " + control.name, control.refused ? State::kFailed : State::kPassed,
              "refused although it must never be flagged", joined(control.reasons) + "\n");
  }
  for (const SimulationFacts::Round& round : facts.rounds) {
    const std::string name = fmt::format("round {}", round.round);
    const std::string reasons = joined(round.reasons) + "\nagain: " + facts.again + "\n";
    if (round.verdict.empty()) {
      suite.add(name, State::kSkipped, "nothing was compacted");
    } else if (round.verdict == "accept") {
      suite.add(name, round.lost() ? State::kFailed : State::kPassed,
                "accepted although something fell", reasons);
    } else if (round.verdict == "reject") {
      suite.add(name, round.lost() ? State::kPassed : State::kFailed,
                "refused although nothing fell", reasons);
    } else {
      suite.add(name, State::kError, "no verdict: " + round.verdict, reasons);
    }
  }
  if (facts.standing == Standing::kNothingAsked) {
    suite.add("the run", State::kError, facts.headline, facts.summary + "\n");
  }
  return suite.document(0);
}

}  // namespace holdfast
