#include "core/continuity_status.h"

#include "core/continuity_test.h"
#include "core/json.h"

namespace holdfast {
namespace {

ContinuityStatus status_of(Activity activity, const Story& story) {
  return {activity, story.classify()};
}

TEST(ContinuityStatus, ShowsBothDimensionsSideBySide) {
  const Story good = crossing();
  const Story bad = crossing(with("scope", "everything"));
  for (const Activity activity : {Activity::kWorking, Activity::kWaitingHuman, Activity::kIdle}) {
    const std::string word(to_text(activity));
    EXPECT_EQ(activity_from(word), activity);
    for (const auto& [story, state] :
         {std::make_pair(&good, "preserved"), std::make_pair(&bad, "conflicting")}) {
      const ContinuityStatus status = status_of(activity, *story);
      const Value value = to_value(status);
      EXPECT_EQ(value.find("activity")->text(), word);
      EXPECT_EQ(value.find("continuity")->text(), state);
      EXPECT_EQ(value.find("exit_code")->integer(), exit_code_of(status));
      EXPECT_EQ(value.find("exit_code_of")->text(), "continuity");
      const std::string text = to_text(status);
      EXPECT_NE(text.find("activity: " + word + "\n"), std::string::npos) << text;
      EXPECT_NE(text.find(std::string("continuity: ") + state), std::string::npos) << text;
      EXPECT_NE(text.find("of continuity alone"), std::string::npos) << text;
    }
  }
  EXPECT_FALSE(activity_from("healthy"));
}

TEST(ContinuityStatus, ActivityHasNoPartInTheExitCode) {
  for (const Activity activity : {Activity::kWorking, Activity::kWaitingHuman, Activity::kIdle}) {
    EXPECT_EQ(exit_code_of({activity, {}}), 0);
    EXPECT_EQ(exit_code_of(status_of(activity, crossing())), 0);
    EXPECT_EQ(exit_code_of(status_of(activity, crossing(with("scope", "")))), 1);
    EXPECT_EQ(exit_code_of(status_of(activity, crossing(with("scope", "all")))), 1);
  }
  Story open;
  open.take("b", Side::kBefore, kGoodRecords);
  open.boundary("b");
  open.now = clock_at(open.second);
  const ContinuityStatus status = status_of(Activity::kWorking, open);
  EXPECT_FALSE(status.worst()->alarm);
  EXPECT_EQ(exit_code_of(status), 1) << "no alarm, and no pass either";
}

TEST(ContinuityStatus, IsThatOfTheGravestBoundary) {
  Story story = crossing(with("acceptance-test", ""));
  story.take("c", Side::kBefore, kGoodRecords);
  story.boundary("c");
  story.take("c", Side::kAfter, with("approval-boundary", ""));
  story.take("d", Side::kBefore, kGoodRecords);
  story.boundary("d");
  story.take("d", Side::kAfter, kGoodRecords);
  const ContinuityStatus status = status_of(Activity::kIdle, story);
  ASSERT_NE(status.worst(), nullptr);
  EXPECT_EQ(status.worst()->boundary_id, "c");
  EXPECT_EQ(to_value(status).find("boundaries")->size(), 3U);
}

TEST(ContinuityStatus, WithoutABoundaryNothingWasChecked) {
  const ContinuityStatus status = {Activity::kWorking, {}};
  EXPECT_EQ(status.worst(), nullptr);
  EXPECT_EQ(to_value(status).find("continuity")->text(), "not_checked");
  EXPECT_EQ(to_value(status).find("action"), nullptr);
  EXPECT_NE(to_text(status).find("continuity: not_checked\n"), std::string::npos);
}

TEST(ContinuityStatus, ShowsNoValuesNorPeopleNorTerminalTricks) {
  Story story = crossing(with("scope", "swordfish"));
  story.approve("scope", "src/ only", "swordfish", "ok-1").at = clock_at(9 * 3600);
  story.approvals[0].approver = "Ada Swordfish";
  const std::string id = "b\x1b[2J\nactivity: idle";
  for (DecisionSnapshot& snapshot : story.snapshots) {
    snapshot.boundary_id = id;
  }
  story.events[3].boundary_id = id;
  const ContinuityStatus status = status_of(Activity::kWorking, story);
  EXPECT_EQ(to_value(status).find("continuity")->text(), "approved-change");
  const std::string shown = to_text(status) + write_compact_json(to_value(status));
  for (const char* part : {"swordfish", "Swordfish", "Ada", "src/", "decisions.json", "\x1b"}) {
    EXPECT_EQ(shown.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(to_text(status).find("\nactivity: idle"), std::string::npos);
}

}  // namespace
}  // namespace holdfast
