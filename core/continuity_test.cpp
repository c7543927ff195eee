#include "core/continuity_test.h"

namespace holdfast {
namespace {

// The six boundaries that a rule over events alone calls healthy.
struct BoundaryCase {
  std::string_view what;
  Story story;
  std::string expected;
};

std::vector<BoundaryCase> six_boundaries() {
  std::vector<BoundaryCase> cases;
  cases.push_back({"nothing changed", crossing(), "preserved equal"});
  Story manual = crossing();
  manual.events.erase(manual.events.begin() + 4);  // no instructions had to be reloaded
  cases.push_back({"nothing changed, nothing reloaded", manual, "preserved equal"});
  Story approved = crossing(with("acceptance-test", "t1 and t2 green"));
  approved.approve("acceptance-test", "t1 green", "t1 and t2 green", "ok-1").at =
      clock_at(9 * 3600);
  cases.push_back({"an approved acceptance test", approved, "approved-change approved"});
  cases.push_back({"the approval boundary is gone", crossing(with("approval-boundary", "")),
                   "dropped absent_after"});
  cases.push_back({"another scope, by nobody's authority", crossing(with("scope", "everything")),
                   "conflicting no_approval"});
  Story old;
  const std::vector<DecisionRecord> before = old.take("b", Side::kBefore, kGoodRecords).decisions;
  old.boundary("b");
  old.reload();
  std::vector<DecisionRecord> after = {old.observe("scope", "src/ only"),
                                       old.observe("approval-boundary", "ask before push"),
                                       before[2]};
  old.snapshot("b", Side::kAfter, after);
  old.call();
  cases.push_back(
      {"an acceptance test that nobody looked at", old, "unverified observed_before_boundary"});
  return cases;
}

// What a watcher of events sees: a boundary, and life after it within the window.
bool healthy_by_events(const Story& story) {
  const auto boundary = std::find_if(
      story.events.begin(), story.events.end(),
      [](const BoundaryEvent& event) { return event.kind == BoundaryEventKind::kBoundary; });
  return std::any_of(boundary, story.events.end(), [&](const BoundaryEvent& event) {
    return event.kind == BoundaryEventKind::kObservation && event.at <= clock_at(9 * 3600 + 300);
  });
}

TEST(Continuity, CallsThreeOfTheSixBoundariesHealthyAndARuleOverEventsAllSix) {
  int healthy = 0;
  int healthy_events = 0;
  for (const BoundaryCase& one : six_boundaries()) {
    SCOPED_TRACE(one.what);
    EXPECT_EQ(told(one.story), one.expected);
    const BoundaryContinuity result = one.story.classify().at(0);
    EXPECT_EQ(result.alarm, !is_continuous(result.state));
    healthy += is_continuous(result.state) ? 1 : 0;
    healthy_events += healthy_by_events(one.story) ? 1 : 0;
  }
  EXPECT_EQ(healthy, 3);
  EXPECT_EQ(healthy_events, 6);
}

TEST(Continuity, StatesHaveTheirWordsAndActions) {
  const std::vector<std::pair<ContinuityState, std::string_view>> words = {
      {ContinuityState::kPreserved, "preserved continue_and_keep_receipt"},
      {ContinuityState::kApprovedChange, "approved-change continue_and_record_approval"},
      {ContinuityState::kUnverified, "unverified observe_again"},
      {ContinuityState::kEvidenceMissing,
       "continuity-evidence-missing limit_consequential_until_observed"},
      {ContinuityState::kConflicting, "conflicting stop_at_next_reversible_boundary_and_ask"},
      {ContinuityState::kDropped, "dropped stop_consequential_and_restore_or_ask"}};
  for (const auto& [state, text] : words) {
    EXPECT_EQ(std::string(to_text(state)) + " " + std::string(action_of(state)), text);
    EXPECT_EQ(is_continuous(state), state <= ContinuityState::kApprovedChange);
  }
}

TEST(Continuity, HasThisOrderOfGravity) {
  const DecisionTerms scope = terms_of("scope");
  const DecisionTerms boundary = terms_of("approval-boundary");
  const DecisionTerms other = terms_of("target");
  using State = ContinuityState;
  const std::vector<std::pair<State, const DecisionTerms*>> order = {
      {State::kDropped, &boundary},
      {State::kConflicting, &scope},
      {State::kDropped, &scope},
      {State::kConflicting, &other},
      {State::kEvidenceMissing, &boundary},
      {State::kUnverified, &scope},
      {State::kApprovedChange, &scope},
      {State::kPreserved, &boundary}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(gravity_of(order[i].first, order[i].second), static_cast<int>(i));
  }
  EXPECT_EQ(gravity_of(State::kDropped, &other), 2);
  EXPECT_EQ(gravity_of(State::kConflicting, &boundary), 3);
  EXPECT_EQ(gravity_of(State::kDropped, nullptr), 2);
  // By role as well as by name.
  DecisionTerms renamed = terms_of("limits");
  renamed.role = "approval-boundary";
  EXPECT_EQ(gravity_of(State::kDropped, &renamed), 0);
}

TEST(Continuity, OfABoundaryIsThatOfItsGravestDecision) {
  Story story = crossing({{"scope", "everything"}, {"acceptance-test", "none"}});
  EXPECT_EQ(told(story), "dropped absent_after") << "the approval boundary";
  const std::vector<DecisionContinuity> decisions = story.classify()[0].decisions;
  ASSERT_EQ(decisions.size(), 3U);
  EXPECT_EQ(decisions[0].name, "approval-boundary");
  EXPECT_EQ(decisions[1].name, "scope");
  EXPECT_EQ(decisions[2].name, "acceptance-test");
  // A conflicting scope weighs more than another decision that is gone.
  EXPECT_EQ(told(crossing({{"scope", "everything"}, {"approval-boundary", "ask before push"}})),
            "conflicting no_approval");
}

TEST(Continuity, FindingsNameEachDecisionThatIsNotContinuous) {
  const auto findings = continuity_findings(
      crossing({{"scope", "everything"}, {"acceptance-test", "t1 green"}}).classify()[0]);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].code, "dropped");
  EXPECT_EQ(findings[0].item, "approval-boundary");
  EXPECT_EQ(findings[1].code, "conflicting");
  EXPECT_EQ(findings[1].detail.find("reason")->text(), "no_approval");
  EXPECT_TRUE(continuity_findings(crossing().classify()[0]).empty());
}

// Approvals

Story changed() { return crossing(with("scope", "docs/ too")); }

// Of the changed scope, with an approval that would cover it but for the change.
std::string told_with(const std::function<void(Approval&)>& change) {
  Story story = changed();
  Approval& approval = story.approve("scope", "src/ only", "docs/ too", "ok-1");
  approval.at = clock_at(9 * 3600);
  change(approval);
  return told(story, "scope");
}

TEST(ContinuityApproval, CoversExactlyItsTransition) {
  EXPECT_EQ(told_with([](Approval&) {}), "approved-change approved");
  EXPECT_EQ(told(changed(), "scope"), "conflicting no_approval");
  EXPECT_EQ(told_with([](Approval& one) { std::swap(one.from, one.to); }),
            "conflicting approval_reversed");
  EXPECT_EQ(told_with([](Approval& one) { one.name = "acceptance-test"; }),
            "conflicting approval_of_another_name");
  EXPECT_EQ(told_with([](Approval& one) { one.to = digest_of("scope", "all"); }),
            "conflicting approval_of_another_transition");
  EXPECT_EQ(told_with([](Approval& one) { one.from = digest_of("scope", "all"); }),
            "conflicting approval_of_another_transition");
  EXPECT_EQ(told_with([](Approval& one) { one.at = "yesterday"; }),
            "conflicting approval_ill_formed");
  EXPECT_EQ(told_with([](Approval& one) { one.authority_id = ""; }),
            "conflicting approval_ill_formed");
}

TEST(ContinuityApproval, IsAPersons) {
  for (const char* nobody : {"", " ", "\t\n", "\xe2\x80\x8b"}) {
    EXPECT_EQ(told_with([&](Approval& one) { one.approver = nobody; }),
              "conflicting approval_by_nobody");
  }
  // A name that only looks like the agent's too: other case, a zero-width space, full width.
  for (const char* agent : {"agent-7", "Agent-7", "agent\xe2\x80\x8b-7", "agent-\xef\xbc\x97"}) {
    EXPECT_EQ(told_with([&](Approval& one) { one.approver = agent; }),
              "conflicting approval_by_agent")
        << agent;
  }
}

TEST(ContinuityApproval, WasGivenByTheTimeOfTheObservation) {
  Story story = changed();
  story.approve("scope", "src/ only", "docs/ too", "ok-1");
  const std::string observed = story.snapshots[1].find("scope")->observed_at;
  story.approvals[0].at = observed;
  EXPECT_EQ(told(story, "scope"), "approved-change approved");
  story.approvals[0].at = observed.substr(0, 19) + ".001Z";
  EXPECT_EQ(told(story, "scope"), "conflicting approval_after_observation");
}

TEST(ContinuityApproval, IsNotSpentTwice) {
  Story story = changed();
  story.approve("scope", "src/ only", "docs/ too", "ok-1").at = clock_at(9 * 3600);
  EXPECT_EQ(story.classify()[0].decisions[0].name, "scope");
  EXPECT_EQ(story.classify()[0].decisions[0].authority_id, "ok-1");
  story.used = {"ok-1"};
  EXPECT_EQ(told(story, "scope"), "conflicting approval_used");
  story.used = {"ok-2"};
  EXPECT_EQ(told(story, "scope"), "approved-change approved");

  // The same way again at a later boundary.
  story.take("c", Side::kBefore, kGoodRecords);
  story.boundary("c");
  story.take("c", Side::kAfter, with("scope", "docs/ too"));
  EXPECT_EQ(told(story, "scope", 0), "approved-change approved");
  EXPECT_EQ(told(story, "scope", 1), "conflicting approval_used");
  story.approve("scope", "src/ only", "docs/ too", "ok-3").at = clock_at(9 * 3600);
  EXPECT_EQ(told(story, "scope", 1), "approved-change approved") << "a new one, for once more";
}

TEST(ContinuityApproval, IsNotSpentByAnObservationThatDoesNotCount) {
  Story story;
  story.take("b", Side::kBefore, kGoodRecords);
  story.boundary("b");
  story.call();
  story.take("b", Side::kAfter, with("scope", "docs/ too"));
  story.approve("scope", "src/ only", "docs/ too", "ok-1").at = clock_at(9 * 3600);
  EXPECT_EQ(told(story, "scope"), "unverified observed_after_consequential_call");
  story.take("c", Side::kBefore, kGoodRecords);
  story.boundary("c");
  story.take("c", Side::kAfter, with("scope", "docs/ too"));
  EXPECT_EQ(told(story, "scope", 1), "approved-change approved");
}

TEST(ContinuityApproval, StepsDoNotAddUp) {
  Story story = changed();
  story.approve("scope", "src/ only", "all", "ok-1").at = clock_at(9 * 3600);
  story.approve("scope", "all", "docs/ too", "ok-2").at = clock_at(9 * 3600);
  EXPECT_EQ(told(story, "scope"), "conflicting approval_chained");
  std::swap(story.approvals[0], story.approvals[1]);
  EXPECT_EQ(told(story, "scope"), "conflicting approval_chained");
}

TEST(ContinuityApproval, IsWorthNothingWhereItsAuthorityStandsForTwo) {
  Story story = changed();
  story.approve("scope", "src/ only", "docs/ too", "ok-1").at = clock_at(9 * 3600);
  story.approvals.push_back(story.approvals[0]);
  EXPECT_EQ(told(story, "scope"), "approved-change approved") << "the same one, read twice";
  story.approvals[1].name = "acceptance-test";
  EXPECT_EQ(told(story, "scope"), "conflicting approval_ambiguous");
  std::swap(story.approvals[0], story.approvals[1]);
  EXPECT_EQ(told(story, "scope"), "conflicting approval_ambiguous");
}

TEST(ContinuityApproval, OfSeveralTheEarliestIsSpentWhateverTheirOrder) {
  for (const bool turned : {false, true}) {
    Story story = changed();
    story.approve("scope", "src/ only", "docs/ too", "ok-3").at = clock_at(9 * 3600);
    story.approve("scope", "src/ only", "docs/ too", "ok-2").at = clock_at(9 * 3600);
    story.approve("scope", "src/ only", "docs/ too", "ok-1").at = clock_at(9 * 3600 + 1);
    if (turned) {
      std::reverse(story.approvals.begin(), story.approvals.end());
    }
    EXPECT_EQ(story.classify()[0].decisions[0].authority_id, "ok-2");
  }
}

}  // namespace
}  // namespace holdfast
