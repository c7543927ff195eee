// Histories: exact lengths, the life of every atom, and where it stands.
#include "generators/history.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/unicode.h"
#include "generators/context_reading.h"
#include "generators/history_atoms.h"
#include "generators/history_test.h"

namespace holdfast {
namespace {

// Where each atom's body stands: entry and characters before it.
struct BodyPlace {
  std::uint64_t entry = 0;
  std::size_t offset = 0;
};
std::map<int, BodyPlace> bodies_of(const std::vector<HistoryEntry>& entries) {
  std::map<int, BodyPlace> places;
  for (const HistoryEntry& entry : entries) {
    std::size_t offset = 0;
    for (const Segment& segment : entry.message.segments) {
      if (segment.kind == SegmentKind::kBody) {
        EXPECT_TRUE(places.emplace(segment.atom, BodyPlace{entry.message.id, offset}).second);
      }
      offset += segment.size.characters;
    }
  }
  return places;
}

std::string characters_of(std::string_view text, std::size_t from, std::size_t count) {
  std::size_t offset = 0;
  for (std::size_t i = 0; i < from; ++i) {
    next_code_point(text, offset);
  }
  const std::size_t begin = offset;
  for (std::size_t i = 0; i < count; ++i) {
    next_code_point(text, offset);
  }
  return std::string(text.substr(begin, offset - begin));
}

std::vector<HistoryShape> shapes() {
  HistoryShape smallest{.entries = 62};
  HistoryShape english{.entries = 300, .japanese_percent = 0, .characters_mean = 40};
  HistoryShape japanese{.entries = 300, .japanese_percent = 100};
  HistoryShape bare{.entries = 20,
                    .directives = 1,
                    .prohibitions = 0,
                    .approvals = 2,
                    .writes = 1,
                    .event_pairs = 1,
                    .decisions = 0,
                    .sub_tasks = 0};
  HistoryShape crowded{.entries = 400,
                       .directives = 40,
                       .prohibitions = 30,
                       .approvals = 20,
                       .writes = 20,
                       .event_pairs = 15,
                       .decisions = 10,
                       .sub_tasks = 10,
                       .characters_mean = 1};
  return {HistoryShape{}, smallest, english, japanese, bare, crowded, with_detours(600)};
}

TEST(History, RendersEveryMessageWithExactlyTheSizesThatItsSegmentsState) {
  for (const HistoryShape& shape : shapes()) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const History history(seed, shape);
      for (const HistoryEntry& entry : all_of(history)) {
        const std::string text = history.text_of(entry.message);
        ASSERT_TRUE(is_valid_utf8(text));
        ASSERT_EQ(size_of_text(text).characters, size_of(entry.message).characters)
            << "seed " << seed << " entry " << entry.message.id;
        ASSERT_EQ(size_of_text(text).bytes, size_of(entry.message).bytes)
            << "seed " << seed << " entry " << entry.message.id;
      }
    }
  }
}

TEST(History, SaysEachAtomOnceAndWhereThePlanPutsIt) {
  for (const HistoryShape& shape : shapes()) {
    for (std::uint64_t seed = 11; seed <= 13; ++seed) {
      const History history(seed, shape);
      const std::vector<HistoryEntry> entries = all_of(history);
      std::string whole;
      for (const HistoryEntry& entry : entries) {
        whole += history.text_of(entry.message) + '\0';
      }
      const auto places = bodies_of(entries);
      ASSERT_EQ(places.size(), history.atoms().size());
      for (const auto& [place, body] : places) {
        const Atom& atom = history.atoms()[static_cast<std::size_t>(place)];
        EXPECT_EQ(count_of(whole, atom.text), 1U) << atom.text;
        EXPECT_EQ(count_of(whole, atom.id), 0U) << atom.id;
        EXPECT_LE(count_of(whole, atom.label), 1U) << atom.label;
        EXPECT_EQ(characters_of(history.text_of(entries[body.entry - 1].message), body.offset,
                                atom.size.characters),
                  atom.text);
        EXPECT_EQ(size_of_text(atom.text), atom.size);
        EXPECT_EQ(count_code_points(atom.label), atom.label.size()) << "labels are ASCII";
      }
    }
  }
}

TEST(History, CountsIdsFromOneAndAnswersEachCallAtMostOnceAndLater) {
  for (const HistoryShape& shape : shapes()) {
    std::set<std::uint64_t> calls;
    std::set<std::uint64_t> answered;
    std::uint64_t id = 0;
    for (const HistoryEntry& entry : all_of(History(5, shape))) {
      EXPECT_EQ(entry.message.id, ++id);
      EXPECT_FALSE(entry.message.segments.empty());
      if (entry.message.role == Role::kCall) {
        calls.insert(id);
      }
      if (entry.message.role == Role::kResult) {
        EXPECT_TRUE(calls.contains(entry.message.answers)) << id;
        EXPECT_TRUE(answered.insert(entry.message.answers).second) << id;
      } else {
        EXPECT_EQ(entry.message.answers, 0U);
      }
    }
    EXPECT_EQ(id, shape.entries);
  }
}

TEST(History, FollowsFromSeedAndShapeAlone) {
  const HistoryShape shape = with_detours(500);
  const History first(7, shape);
  const History second(7, shape);
  const std::vector<HistoryEntry> a = all_of(first);
  const std::vector<HistoryEntry> b = all_of(second);
  ASSERT_EQ(a.size(), b.size());
  std::size_t differing = 0;
  const History other(8, shape);
  const std::vector<HistoryEntry> c = all_of(other);
  for (std::size_t i = a.size(); i-- > 0;) {  // backwards: each is rendered without those before it
    EXPECT_EQ(a[i].message.segments, b[i].message.segments);
    EXPECT_EQ(a[i].changes, b[i].changes);
    EXPECT_EQ(a[i].detour, b[i].detour);
    EXPECT_EQ(first.text_of(a[i].message), second.text_of(b[i].message));
    differing += first.text_of(a[i].message) != other.text_of(c[i].message) ? 1U : 0U;
  }
  EXPECT_GT(differing, a.size() * 9 / 10);
}

TEST(History, RendersAMessageTheSameWhereverItStandsAndEachInItsOwnWords) {
  History running(12);
  const History fresh(12);
  const History other(13);
  std::set<std::string> starts;
  std::size_t noise = 0;
  while (const auto entry = running.next()) {
    const std::string text = running.text_of(entry->message);
    EXPECT_EQ(text, fresh.text_of(entry->message));
    if (entry->changes.empty() && text.size() > 200) {
      ++noise;
      starts.insert(text.substr(0, 200));
      EXPECT_NE(text, other.text_of(entry->message)) << "the seed sets the words as well";
    }
  }
  EXPECT_EQ(starts.size(), noise);
}

TEST(History, GoesOnFromACopyWhereTheOriginalStands) {
  History history(3);
  for (int i = 0; i < 100; ++i) {
    history.next();
  }
  History copy = history;
  while (const auto entry = history.next()) {
    EXPECT_EQ(copy.next()->message.segments, entry->message.segments);
  }
  EXPECT_FALSE(copy.next());
  EXPECT_FALSE(history.next());
}

bool may_close(AtomKind kind, AtomEvent event) {
  switch (event) {
    case AtomEvent::kReplaced:
      return kind == AtomKind::kDirective || kind == AtomKind::kGoal;
    case AtomEvent::kWithdrawn:
      return kind == AtomKind::kDirective || kind == AtomKind::kProhibition;
    case AtomEvent::kFulfilled:
      return kind == AtomKind::kDirective;
    case AtomEvent::kConsumed:
      return kind == AtomKind::kApproval;
    case AtomEvent::kReceipt:
      return kind == AtomKind::kWrite;
    case AtomEvent::kDone:
      return kind == AtomKind::kSubTask;
    case AtomEvent::kSaid:
      break;
  }
  return false;
}

bool may_cause(Role role, AtomEvent event) {
  if (event == AtomEvent::kReplaced || event == AtomEvent::kWithdrawn) {
    return role == Role::kUser;
  }
  return role == Role::kResult || (role == Role::kAssistant && event != AtomEvent::kReceipt);
}

TEST(History, LetsEachAtomBeSaidOnceAndClosedAtMostOnceByWhomeverMay) {
  for (const HistoryShape& shape : shapes()) {
    for (std::uint64_t seed = 21; seed <= 24; ++seed) {
      const History history(seed, shape);
      std::vector<AtomState> states(history.atoms().size(), AtomState::kUnborn);
      for (const HistoryEntry& entry : all_of(history)) {
        std::size_t closings = 0;
        for (const AtomChange& change : entry.changes) {
          AtomState& state = states[static_cast<std::size_t>(change.atom)];
          const Atom& atom = history.atoms()[static_cast<std::size_t>(change.atom)];
          if (change.event == AtomEvent::kSaid) {
            EXPECT_EQ(state, AtomState::kUnborn);
            EXPECT_TRUE(!atom.needs_assent || entry.message.role == Role::kUser);
          } else {
            ++closings;
            EXPECT_EQ(state, AtomState::kOpen) << atom.id;
            EXPECT_TRUE(may_close(atom.kind, change.event)) << atom.id;
            EXPECT_TRUE(may_cause(entry.message.role, change.event)) << atom.id;
            EXPECT_EQ(change.by >= 0, change.event == AtomEvent::kReplaced);
          }
          if (change.by >= 0) {
            const auto by = static_cast<std::size_t>(change.by);
            EXPECT_EQ(history.atoms()[by].kind, atom.kind);
            EXPECT_EQ(states[by], AtomState::kOpen) << "said in the same message, before it";
            EXPECT_EQ(entry.changes.front().atom, change.by);
          }
          state = state_after(change.event);
        }
        const auto& segments = entry.message.segments;
        EXPECT_EQ(closings, static_cast<std::size_t>(std::count_if(
                                segments.begin(), segments.end(), [](const Segment& segment) {
                                  return segment.kind == SegmentKind::kClosing;
                                })));
      }
      EXPECT_EQ(std::count(states.begin(), states.end(), AtomState::kUnborn), 0);
    }
  }
}

TEST(History, ReadsBackInFullAsTheStatesThatItsChangesGive) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const History history(seed, with_detours(500));
    Context context;
    std::vector<AtomState> states(history.atoms().size(), AtomState::kUnborn);
    for (const HistoryEntry& entry : all_of(history)) {
      context.messages.push_back(entry.message);
      for (const AtomChange& change : entry.changes) {
        states[static_cast<std::size_t>(change.atom)] = state_after(change.event);
      }
    }
    const ContextReading reading = read_context(history.atoms(), context);
    for (std::size_t i = 0; i < states.size(); ++i) {
      EXPECT_EQ(reading.atoms[i].present, states[i] == AtomState::kOpen) << history.atoms()[i].id;
    }
    EXPECT_EQ(reading.events.size(), 6U);
    EXPECT_TRUE(std::is_sorted(reading.events.begin(), reading.events.end()));
  }
}

TEST(History, ClosesAboutHalfOfWhatCanBeClosedInEveryWay) {
  std::map<AtomEvent, std::size_t> events;
  std::size_t closable = 0;
  std::size_t closed = 0;
  std::size_t goals_replaced = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const History history(seed);
    for (const Atom& atom : history.atoms()) {
      closable += may_close(atom.kind, AtomEvent::kWithdrawn) || atom.kind == AtomKind::kApproval ||
                          atom.kind == AtomKind::kWrite || atom.kind == AtomKind::kSubTask
                      ? 1U
                      : 0U;
    }
    for (const HistoryEntry& entry : all_of(history)) {
      for (const AtomChange& change : entry.changes) {
        const bool goal =
            history.atoms()[static_cast<std::size_t>(change.atom)].kind == AtomKind::kGoal;
        ++events[change.event];
        closed += change.event != AtomEvent::kSaid && !goal ? 1U : 0U;
        goals_replaced += change.event == AtomEvent::kReplaced && goal ? 1U : 0U;
      }
    }
  }
  EXPECT_EQ(events.size(), 7U);
  EXPECT_GT(closed, closable * 35 / 100);
  EXPECT_LT(closed, closable * 55 / 100);
  EXPECT_GT(goals_replaced, 10U);
  EXPECT_LT(goals_replaced, 50U);
}

TEST(History, HasAsManyAtomsAsTheShapeAsksForInTheOrderInWhichTheyAreSaid) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const HistoryShape shape;
    const History history(seed, shape);
    std::map<AtomKind, std::size_t> counts;
    for (const Atom& atom : history.atoms()) {
      ++counts[atom.kind];
      if (atom.kind == AtomKind::kSubTask) {
        ASSERT_GE(atom.goal, 0);
        EXPECT_EQ(history.atoms()[static_cast<std::size_t>(atom.goal)].kind, AtomKind::kGoal);
      }
      if (atom.answers >= 0) {
        EXPECT_EQ(history.atoms()[static_cast<std::size_t>(atom.answers)].answers, -1);
      }
    }
    EXPECT_GE(counts[AtomKind::kDirective], shape.directives);
    EXPECT_EQ(counts[AtomKind::kProhibition], shape.prohibitions);
    EXPECT_EQ(counts[AtomKind::kApproval], shape.approvals);
    EXPECT_EQ(counts[AtomKind::kWrite], shape.writes);
    EXPECT_EQ(counts[AtomKind::kEvent], 2 * shape.event_pairs);
    EXPECT_EQ(counts[AtomKind::kDecision], shape.decisions);
    EXPECT_EQ(counts[AtomKind::kSubTask], shape.sub_tasks);
    EXPECT_EQ(history.atoms().front().kind, AtomKind::kGoal);
    std::uint64_t last = 0;
    for (const auto& [place, body] : bodies_of(all_of(history))) {
      EXPECT_GT(body.entry, last) << "place " << place;
      last = body.entry;
    }
  }
}

TEST(History, PlacesAtomsEarlyLateDeepInLongMessagesAndInABareYes) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const History history(seed, HistoryShape{.entries = 1000});
    const std::vector<HistoryEntry> entries = all_of(history);
    bool early = false, late = false, behind = false, inside = false, assent = false;
    for (const auto& [place, body] : bodies_of(entries)) {
      const Atom& atom = history.atoms()[static_cast<std::size_t>(place)];
      const HistoryEntry& entry = entries[body.entry - 1];
      const bool is_long =
          entry.message.role == Role::kUser && size_of(entry.message).characters == 5000;
      if (atom.kind == AtomKind::kDirective) {
        early = early || (body.entry > 1 && body.entry <= 20);
        late = late || body.entry > 800;
        behind = behind || (is_long && body.offset > 2000);
        inside =
            inside || (is_long && body.offset > 0 && body.offset + atom.size.characters <= 2000);
      }
      if (atom.needs_assent) {
        assent = true;
        EXPECT_EQ(entry.message.role, Role::kAssistant);
        const Message& answer = entries[body.entry].message;
        EXPECT_EQ(answer.role, Role::kUser);
        const std::string text = history.text_of(answer);
        EXPECT_TRUE(text == "yes" || text == "はい") << text;
      }
    }
    EXPECT_TRUE(early && late && behind && inside && assent) << seed;
  }
}

TEST(History, OpensAndClosesDetoursThatChangeNothing) {
  std::set<std::string> reasons;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const History history(seed, with_detours(600));
    std::optional<DetourMark> open;
    for (const HistoryEntry& entry : all_of(history)) {
      if (!entry.detour) {
        continue;
      }
      EXPECT_TRUE(entry.changes.empty());
      EXPECT_EQ(entry.detour->opened, !open.has_value());
      if (entry.detour->opened) {
        open = entry.detour;
        reasons.insert(open->reason);
        continue;
      }
      EXPECT_EQ(entry.detour->id, open->id);
      EXPECT_EQ(entry.detour->reason, open->reason);
      EXPECT_EQ(entry.message.role, Role::kAssistant);
      EXPECT_NE(history.text_of(entry.message).find("continuing with the rest"), std::string::npos);
      open.reset();
    }
    EXPECT_FALSE(open);
    for (const HistoryEntry& entry : all_of(History(seed))) {
      EXPECT_FALSE(entry.detour);
    }
  }
  EXPECT_EQ(reasons,
            (std::set<std::string>{"environment recovery", "lost helper", "restart", "stash"}));
}

TEST(History, WritesNoiseOfAboutTheMeanLength) {
  for (const std::size_t mean : {50, 600, 3000}) {
    HistoryShape shape{.entries = 20'000, .characters_mean = mean};
    std::size_t characters = 0;
    for (const HistoryEntry& entry : all_of(History(9, shape))) {
      characters += size_of(entry.message).characters;
    }
    EXPECT_NEAR(static_cast<double>(characters) / 20'000.0, static_cast<double>(mean),
                static_cast<double>(mean) * 0.1);
  }
}

TEST(History, PlansNoMoreForTwiceTheEntries) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto said = [&](std::uint64_t entries) {
      std::size_t count = 0;
      for (const HistoryEntry& entry : all_of(History(seed, HistoryShape{.entries = entries}))) {
        count += entry.changes.size();
      }
      return count;
    };
    EXPECT_LE(said(20'000), said(10'000) + 30);
    EXPECT_LE(said(20'000), 80U);
  }
}

}  // namespace
}  // namespace holdfast
