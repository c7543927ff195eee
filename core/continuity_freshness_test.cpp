// When an observation counts, and what counts as evidence at all.
#include "core/continuity_test.h"

namespace holdfast {
namespace {

// A boundary whose after-observation comes behind what `between` records.
Story after_what(
    const std::function<void(Story&)>& between,
    const std::function<void(Story&)>& afterwards = [](Story&) {}) {
  Story story;
  story.take("b", Side::kBefore, kGoodRecords);
  story.boundary("b");
  between(story);
  story.take("b", Side::kAfter, kGoodRecords);
  afterwards(story);
  return story;
}

TEST(ContinuityFreshness, AnObservationComesAfterTheReloadAndBeforeTheFirstCall) {
  EXPECT_EQ(told(after_what([](Story&) {})), "preserved equal");
  EXPECT_EQ(told(after_what([](Story& s) { s.reload(); }, [](Story& s) { s.call(); })),
            "preserved equal");
  EXPECT_EQ(told(after_what([](Story& s) { s.call(); })),
            "unverified observed_after_consequential_call");
  EXPECT_EQ(told(after_what([](Story&) {}, [](Story& s) { s.reload(); })),
            "unverified observed_before_reload");
  EXPECT_EQ(told(after_what([](Story& s) { s.reload(); }, [](Story& s) { s.reload(); })),
            "unverified observed_before_reload")
      << "the last of the reloads";
}

TEST(ContinuityFreshness, ObservingAgainRepairsWhatCameTooEarly) {
  Story story = after_what([](Story&) {}, [](Story& s) { s.reload(); });
  EXPECT_EQ(told(story), "unverified observed_before_reload");
  story.take("b", Side::kAfter, kGoodRecords);
  EXPECT_EQ(told(story), "preserved equal");
}

TEST(ContinuityFreshness, TheWindowEndsAfterItsSeconds) {
  const auto late = [](int seconds) {
    Story story;
    story.take("b", Side::kBefore, kGoodRecords);
    story.boundary("b");
    story.second += seconds - 3;  // three observations, the last at this distance
    story.take("b", Side::kAfter, kGoodRecords);
    return told(story);
  };
  EXPECT_EQ(late(kWindow_s), "preserved equal");
  EXPECT_EQ(late(kWindow_s + 1), "unverified outside_window");
}

TEST(ContinuityFreshness, AClockThatRunsBackwardsProvesNothing) {
  const auto back = [](Story& story) { story.second -= 2; };
  EXPECT_EQ(told(after_what(back)), "unverified clock_backwards");
  // Back and forward again before the observation.
  EXPECT_EQ(told(after_what([](Story& story) {
              story.reload();
              story.second -= 5;
              story.reload();
              story.second += 60;
            })),
            "unverified clock_backwards");
  // Standing still is not going backwards.
  EXPECT_EQ(told(after_what([](Story& story) { story.second -= 1; })), "preserved equal");
  // What happens to the clock before the boundary or after the observations is no matter.
  EXPECT_EQ(told(after_what([](Story&) {},
                            [&](Story& story) {
                              back(story);
                              story.call();
                            })),
            "preserved equal");
  Story before;
  before.take("b", Side::kBefore, kGoodRecords);
  before.second -= 100;
  before.boundary("b");
  before.take("b", Side::kAfter, kGoodRecords);
  EXPECT_EQ(told(before), "preserved equal");
}

TEST(ContinuityFreshness, AChangeIsNotExcusedByLateness) {
  Story story;
  story.take("b", Side::kBefore, kGoodRecords);
  story.boundary("b");
  story.call();
  story.take("b", Side::kAfter, with("scope", "everything"));
  EXPECT_EQ(told(story, "scope"), "conflicting no_approval");
}

TEST(ContinuityFreshness, ASnapshotNeedsObservationsThatWereRecorded) {
  Story story = crossing();
  story.snapshots[1].decisions[0].observed_at = clock_at(9 * 3600 + 5);
  EXPECT_EQ(told(story, "scope"), "unverified observation_not_recorded");
  story = crossing();
  story.snapshots[1].taken_at = clock_at(9 * 3600);
  EXPECT_EQ(told(story, "scope"), "unverified observed_after_snapshot");
  story = crossing();
  std::erase_if(story.events, [](const BoundaryEvent& event) { return event.seq == 1; });
  EXPECT_EQ(told(story, "scope"), "continuity-evidence-missing before_not_recorded");
}

TEST(ContinuityFreshness, ABeforeThatWasWrittenAfterwardsIsNone) {
  Story story;
  story.boundary("b");
  story.take("b", Side::kBefore, with("scope", "everything"));
  story.take("b", Side::kAfter, with("scope", "everything"));
  EXPECT_EQ(told(story), "continuity-evidence-missing before_taken_after_boundary");
}

TEST(ContinuityFreshness, WithoutABeforeThereIsNoEvidence) {
  Story story = crossing();
  story.snapshots.erase(story.snapshots.begin());
  EXPECT_EQ(told(story), "continuity-evidence-missing no_before_snapshot");
  EXPECT_TRUE(story.classify()[0].safely_observed);
  EXPECT_TRUE(story.classify()[0].alarm);
  story.snapshots.clear();
  EXPECT_FALSE(story.classify()[0].safely_observed);
  story = crossing();
  story.snapshots.insert(story.snapshots.begin(), story.snapshots[0]);
  EXPECT_EQ(told(story), "preserved equal") << "the same one twice";
  story.snapshots[0].decisions.pop_back();
  EXPECT_EQ(told(story), "continuity-evidence-missing before_repeated");
}

TEST(ContinuityFreshness, OnlyAPassedWindowIsAnAlarm) {
  Story story;
  story.take("b", Side::kBefore, kGoodRecords);
  story.boundary("b");
  const int boundary = story.second;
  EXPECT_EQ(told(story), "unverified no_after_snapshot");
  EXPECT_TRUE(story.classify()[0].alarm) << "who does not say when it is gets no benefit";
  for (const int later : {0, 1, kWindow_s}) {
    story.now = clock_at(boundary + later);
    EXPECT_EQ(told(story), "unverified window_open");
    EXPECT_FALSE(story.classify()[0].alarm);
  }
  for (const int later : {kWindow_s + 1, -1}) {
    story.now = clock_at(boundary + later);
    EXPECT_EQ(told(story), "unverified no_after_snapshot");
    EXPECT_TRUE(story.classify()[0].alarm);
  }
  story.now = clock_at(boundary + 2);
  story.call();
  EXPECT_TRUE(story.classify()[0].alarm) << "a consequential call did not wait";
  story = crossing(with("scope", "everything"));
  story.now = clock_at(boundary + 2);
  EXPECT_TRUE(story.classify()[0].alarm) << "a conflict never waits";
}

TEST(ContinuityBoundaries, EachHasItsOwnEvidence) {
  Story story;
  for (const char* id : {"b", "c", "d"}) {  // within one window
    story.take(id, Side::kBefore, kGoodRecords);
    story.boundary(id);
    story.reload();
    story.take(id, Side::kAfter, std::string_view(id) == "c" ? with("scope", "") : kGoodRecords);
  }
  const auto results = story.classify();
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[1].boundary_id, "c");
  EXPECT_EQ(told(story, "", 0), "preserved equal");
  EXPECT_EQ(told(story, "", 1), "dropped absent_after");
  EXPECT_EQ(told(story, "", 2), "preserved equal");
}

TEST(ContinuityBoundaries, AnObservationBehindTheNextOneIsNotOfThisOne) {
  Story story;
  story.take("b", Side::kBefore, kGoodRecords);
  story.boundary("b");
  story.take("c", Side::kBefore, kGoodRecords);
  story.boundary("c");
  story.take("b", Side::kAfter, kGoodRecords);
  story.snapshots.push_back(story.snapshots.back());
  story.snapshots.back().boundary_id = "c";
  EXPECT_EQ(told(story, "", 0), "unverified observed_after_next_boundary");
  EXPECT_EQ(told(story, "", 1), "preserved equal");
}

TEST(ContinuityBoundaries, AnAfterOfAnotherBoundaryIsNone) {
  Story story = crossing();
  story.snapshots[1].boundary_id = "other";
  EXPECT_EQ(told(story), "unverified after_of_another_boundary");
  EXPECT_EQ(told(story, "", 1), "unverified boundary_not_recorded");
  EXPECT_EQ(story.classify()[1].boundary_id, "other");
}

TEST(ContinuityBoundaries, AreUnverifiedWhereTheEventsCannotBeTrusted) {
  Story story = crossing();
  story.events[2].seq = story.events[1].seq;
  EXPECT_EQ(told(story), "unverified events_unreadable");
  story = crossing();
  story.events[2].at = "2026-03-05 09:00:00";
  EXPECT_EQ(told(story), "unverified events_unreadable");
  story = crossing();
  story.events[3].boundary_id = "";
  EXPECT_EQ(told(story), "unverified events_unreadable");
  story = crossing();
  story.boundary("b");
  EXPECT_EQ(told(story, "", 0), "unverified boundary_repeated");
  EXPECT_EQ(told(story, "", 1), "unverified boundary_repeated");
  EXPECT_TRUE(Story().classify().empty());
}

TEST(ContinuityDecisions, ThatAreNotThere) {
  EXPECT_EQ(told(crossing(with("acceptance-test", "")), "acceptance-test"), "dropped absent_after");
  EXPECT_EQ(told(crossing(), "constraint"), "(no such decision)") << "optional, never recorded";

  Story story;
  story.take("b", Side::kBefore, with("scope", ""));
  story.boundary("b");
  story.take("b", Side::kAfter, with("acceptance-test", ""));
  EXPECT_EQ(told(story, "scope"), "continuity-evidence-missing not_recorded_before");
  EXPECT_EQ(told(story, "acceptance-test"), "dropped absent_after");

  Story both;
  both.take("b", Side::kBefore, with("scope", ""));
  both.boundary("b");
  both.take("b", Side::kAfter, with("scope", ""));
  EXPECT_EQ(told(both, "scope"), "dropped absent_on_both_sides");
}

TEST(ContinuityDecisions, WhoseSourceIsMissing) {
  const auto after = [](const std::function<void(Story&)>& tries) {
    Story story;
    story.take("b", Side::kBefore, kGoodRecords);
    story.boundary("b");
    tries(story);
    story.take("b", Side::kAfter, with("scope", ""));
    return told(story, "scope");
  };
  EXPECT_EQ(after([](Story& s) { s.fails("scope"); }), "unverified source_missing");
  EXPECT_EQ(after([](Story& s) { s.fails("acceptance-test"); }), "dropped absent_after");
  EXPECT_EQ(after([](Story& s) {
              s.fails("scope");
              s.absent("scope");
            }),
            "dropped absent_after")
      << "the last word counts";
  EXPECT_EQ(after([](Story& s) {
              s.absent("scope");
              s.fails("scope");
            }),
            "unverified source_missing");

  Story before;
  before.fails("scope");
  before.take("b", Side::kBefore, with("scope", ""));
  before.boundary("b");
  before.take("b", Side::kAfter, kGoodRecords);
  EXPECT_EQ(told(before, "scope"), "continuity-evidence-missing source_missing_before");
}

TEST(ContinuityDecisions, ThatAreOptional) {
  Records more = kGoodRecords;
  more.emplace_back("constraint", "no network");
  EXPECT_EQ(told(crossing(more), "constraint"), "conflicting appeared");
  Story story;
  story.take("b", Side::kBefore, more);
  story.boundary("b");
  story.take("b", Side::kAfter, kGoodRecords);
  EXPECT_EQ(told(story, "constraint"), "unverified optional_absent_after");
  // Nothing at all was recorded, and nothing had to be: that is no pass.
  story = crossing({});
  for (DecisionTerms& terms : story.contract.decisions) {
    terms.required = false;
  }
  story.snapshots[0].decisions.clear();
  EXPECT_EQ(told(story), "continuity-evidence-missing nothing_recorded");
}

TEST(ContinuityDecisions, ThatTheContractDoesNotKnow) {
  Records more = kGoodRecords;
  more.emplace_back("colour", "blue");
  EXPECT_EQ(told(crossing(more), "colour"), "unverified not_in_contract");
}

TEST(ContinuityDecisions, ThatCannotBeCompared) {
  const auto keyed = [](char first, std::string_view value) {
    std::string bytes;
    for (int i = 0; i < 32; ++i) {
      bytes.push_back(static_cast<char>(first + i));
    }
    return keyed_decision_digest(*SecretKey::from_bytes(bytes), {"task-1", "scope"}, value);
  };
  const auto key_id = [&](char first) {
    return std::string(split_decision_digest(keyed(first, "x"))->key_id);
  };
  const auto with_digests = [&](const std::string& before, const std::string& after, bool must) {
    Story story;
    story.contract.decisions[0].keyed = must;
    story.keys = {key_id(1), key_id(2)};
    std::vector<DecisionRecord> records =
        story.take("b", Side::kBefore, with("scope", "")).decisions;
    records.push_back(story.observe_digest("scope", before));
    story.snapshots[0].decisions = records;
    story.snapshots[0].taken_at = clock_at(story.second);
    story.boundary("b");
    records = story.take("b", Side::kAfter, with("scope", "")).decisions;
    records.push_back(story.observe_digest("scope", after));
    story.snapshots[1].decisions = records;
    story.snapshots[1].taken_at = clock_at(story.second);
    return told(story, "scope");
  };
  const std::string plain = digest_of("scope", "a");
  EXPECT_EQ(with_digests(keyed(1, "a"), keyed(1, "a"), true), "preserved equal");
  EXPECT_EQ(with_digests(keyed(1, "a"), keyed(1, "b"), true), "conflicting no_approval");
  EXPECT_EQ(with_digests(keyed(9, "a"), keyed(9, "a"), true), "unverified unknown_key");
  EXPECT_EQ(with_digests(keyed(9, "a"), keyed(9, "b"), true), "unverified unknown_key");
  EXPECT_EQ(with_digests(keyed(1, "a"), keyed(2, "a"), true), "unverified key_changed");
  EXPECT_EQ(with_digests(plain, keyed(1, "a"), false), "unverified other_form");
  EXPECT_EQ(with_digests(plain, keyed(1, "a"), true),
            "continuity-evidence-missing plain_digest_before");
  EXPECT_EQ(with_digests(keyed(1, "a"), plain, true), "unverified plain_digest");
  EXPECT_EQ(with_digests(plain, plain, true), "continuity-evidence-missing plain_digest_before");
  EXPECT_EQ(with_digests(plain, "d2" + plain.substr(2), false), "unverified norm_version_unknown");
}

}  // namespace
}  // namespace holdfast
