// What a report says about a run: its headline, and the grounds for believing it.
#include "harness/report_facts.h"

#include <gtest/gtest.h>

#include "harness/report_testing.h"

namespace holdfast::testing {
namespace {

bool has_ground(const ReportFacts& facts, ReportGround::Kind kind, std::string_view begin) {
  return std::any_of(facts.grounds.begin(), facts.grounds.end(), [&](const ReportGround& ground) {
    return ground.kind == kind && ground.text.compare(0, begin.size(), begin) == 0;
  });
}

TEST(ReportFacts, SayWhatARunIsWorth) {
  EXPECT_EQ(facts_of({.failures = 0}).standing, Standing::kHeld);
  EXPECT_EQ(facts_of({}).standing, Standing::kGotThrough);
  EXPECT_EQ(facts_of({.outcome = Outcome::kRejectedWrongReason}).standing, Standing::kToLookAt);
  EXPECT_EQ(facts_of({.control_fails = true}).standing, Standing::kControlFailed);
  EXPECT_EQ(facts_of({.outcome = Outcome::kNotAsked, .failures = 0}).standing, Standing::kHeld);
}

TEST(ReportFacts, NameTheGroundsForAndAgainst) {
  EXPECT_TRUE(has_ground(facts_of({}), ReportGround::Kind::kFor, "Controls: all 5"));
  EXPECT_TRUE(has_ground(facts_of({.control_fails = true}), ReportGround::Kind::kAgainst,
                         "Controls: 3 of 5"));
}

TEST(ReportFacts, TellHowToRunItAgain) {
  EXPECT_EQ(facts_of({.subject = "python3 my verifier's.py"}).again,
            "holdfast hunt --subject 'python3 my verifier'\\''s.py' --seed 7 --cases 15");
  EXPECT_EQ(facts_of({.session = true}).again,
            "holdfast hunt --subject 'subject' --session FILE --seed 7 --cases 15");
}

TEST(ReportFacts, KnowTheTimesFromTheSidecarAlone) {
  EXPECT_DOUBLE_EQ(facts_of({}).cases_per_second(), 7.5);
  EXPECT_FALSE(read_run_times("{}", "times.json").ok());
  const auto times =
      read_run_times(R"({"schema":"run-times/v1","elapsed_ms":1500,"workers":2})", "times.json");
  ASSERT_TRUE(times.ok());
  EXPECT_EQ(times->elapsed_ms, 1500U);
}

TEST(ReportFacts, WriteNumbersForPeople) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'000), "1,000");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
  EXPECT_EQ(counted(1, "case", "cases"), "1 case");
}

TEST(SimulationFacts, RefuseWhatDoesNotAddUp) {
  Value document = simulation_value("x");
  document.find("totals")->set("survivors", 1);
  const auto facts = simulation_facts(document, "s.json");
  ASSERT_FALSE(facts.ok());
  EXPECT_NE(facts.error().text().find("s.json:/totals/survivors"), std::string::npos)
      << facts.error().text();
  document = simulation_value("x");
  document.find("rounds")->items()[1].erase("reasons");
  const auto missing = simulation_facts(document, "s.json");
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().text().find("/rounds/1/reasons: the member is missing"),
            std::string::npos)
      << missing.error().text();
  EXPECT_FALSE(simulation_facts(Value(), "s.json").ok());
}

}  // namespace
}  // namespace holdfast::testing
