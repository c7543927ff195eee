// Atoms at exact places, shapes that cannot be used, and histories as entries/v1.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/session.h"
#include "core/unicode.h"
#include "generators/history.h"
#include "generators/history_test.h"

namespace holdfast {
namespace {

HistoryShape planted(std::vector<Plant> plants, std::uint64_t entries = 50) {
  HistoryShape shape;
  shape.entries = entries;
  shape.plants = std::move(plants);
  return shape;
}

TEST(Plant, StandsAtItsEntryAndOffsetInAMessageOfItsLength) {
  for (const Language language : {Language::kEnglish, Language::kJapanese}) {
    for (const std::size_t offset : {0, 1, 37, 1999, 2000, 2001}) {
      for (const AtomKind kind : {AtomKind::kDirective, AtomKind::kProhibition, AtomKind::kDecision,
                                  AtomKind::kWrite, AtomKind::kGoal}) {
        const History history(offset, planted({{.kind = kind,
                                                .entry = 17,
                                                .offset_characters = offset,
                                                .message_characters = 5000,
                                                .language = language}}));
        ASSERT_EQ(history.atoms().size(), 1U);
        const Atom& atom = history.atoms()[0];
        const Message message = all_of(history)[16].message;
        const std::string text = history.text_of(message);
        const std::size_t at = text.find(atom.text);
        ASSERT_NE(at, std::string::npos);
        EXPECT_EQ(count_code_points(std::string_view(text).substr(0, at)), offset);
        EXPECT_EQ(count_code_points(text), 5000U);
        EXPECT_EQ(language_of(atom.text), language) << atom.text;
        EXPECT_EQ(message.role, kind == AtomKind::kWrite ? Role::kCall : Role::kUser);
      }
    }
  }
}

TEST(Plant, TakesNoMoreThanItsTextWhereNoLengthIsGiven) {
  const History history(1, planted({{.entry = 1}}, 1));
  EXPECT_EQ(history.text_of(all_of(history)[0].message), history.atoms()[0].text);
}

TEST(Plant, IsClosedAtItsEntryByTheEventOfItsKind) {
  struct Wanted {
    AtomKind kind;
    AtomEvent event;
    Role by;
  };
  for (const Wanted& wanted :
       {Wanted{AtomKind::kDirective, AtomEvent::kFulfilled, Role::kAssistant},
        Wanted{AtomKind::kProhibition, AtomEvent::kWithdrawn, Role::kUser},
        Wanted{AtomKind::kApproval, AtomEvent::kConsumed, Role::kAssistant},
        Wanted{AtomKind::kWrite, AtomEvent::kReceipt, Role::kResult},
        Wanted{AtomKind::kSubTask, AtomEvent::kDone, Role::kAssistant}}) {
    const auto entries =
        all_of(History(2, planted({{.kind = wanted.kind, .entry = 5, .closed_at = 9}})));
    EXPECT_EQ(entries[4].changes, (std::vector<AtomChange>{{0, AtomEvent::kSaid}}));
    EXPECT_EQ(entries[8].changes, (std::vector<AtomChange>{{0, wanted.event}}));
    EXPECT_EQ(entries[8].message.role, wanted.by);
    EXPECT_EQ(entries[8].message.answers, wanted.by == Role::kResult ? 5U : 0U);
  }
}

TEST(Plant, SharesTheEntryOfAClosingWithOthersOfTheSameAuthor) {
  const HistoryShape shape = planted(
      {{.entry = 5, .closed_at = 9}, {.kind = AtomKind::kSubTask, .entry = 6, .closed_at = 9}});
  ASSERT_EQ(fault_of(shape), "");
  const History history(2, shape);
  const HistoryEntry entry = all_of(history)[8];
  EXPECT_EQ(entry.changes,
            (std::vector<AtomChange>{{0, AtomEvent::kFulfilled}, {1, AtomEvent::kDone}}));
  EXPECT_EQ(history.text_of(entry.message).size(), size_of(entry.message).bytes);
}

TEST(Plant, AsABareYesIsAProposalAndTheNextEntry) {
  for (const Language language : {Language::kEnglish, Language::kJapanese}) {
    const History history(3, planted({{.kind = AtomKind::kApproval,
                                       .entry = 7,
                                       .offset_characters = 50,
                                       .language = language,
                                       .closed_at = 12,
                                       .bare_yes = true}}));
    EXPECT_TRUE(history.atoms()[0].needs_assent);
    const auto entries = all_of(history);
    EXPECT_EQ(entries[6].message.role, Role::kAssistant);
    EXPECT_TRUE(entries[6].changes.empty());
    EXPECT_EQ(entries[7].message.role, Role::kUser);
    EXPECT_EQ(history.text_of(entries[7].message), language == Language::kEnglish ? "yes" : "はい");
    EXPECT_EQ(entries[7].changes, (std::vector<AtomChange>{{0, AtomEvent::kSaid}}));
  }
}

TEST(Plant, OfAResultAnswersTheNewestOpenCall) {
  const auto event = [](std::uint64_t entry, Role role) {
    return Plant{.kind = AtomKind::kEvent, .entry = entry, .role = role};
  };
  const History history(1, planted({event(3, Role::kCall), event(5, Role::kCall),
                                    event(9, Role::kResult), event(8, Role::kResult)}));
  EXPECT_EQ(history.atoms()[2].answers, 1);
  EXPECT_EQ(history.atoms()[3].answers, 0);
  const auto entries = all_of(history);
  EXPECT_EQ(entries[7].message.answers, 5U);
  EXPECT_EQ(entries[8].message.answers, 3U);
}

TEST(Plant, KeepsItsRole) {
  for (const Role role : {Role::kUser, Role::kAssistant, Role::kSystem}) {
    const History history(1, planted({{.entry = 2, .role = role}}));
    EXPECT_EQ(all_of(history)[1].message.role, role);
    EXPECT_EQ(history.atoms()[0].by_user, role == Role::kUser);
  }
}

TEST(HistoryShape, SaysWhatIsWrongWithItAndWhatToGive) {
  EXPECT_EQ(fault_of({}), "");
  EXPECT_EQ(fault_of(planted({{.entry = 50}})), "");
  const auto expect_fault = [](const HistoryShape& shape, std::string_view start) {
    EXPECT_EQ(fault_of(shape).substr(0, start.size()), start) << fault_of(shape);
  };
  expect_fault({.entries = 0}, "/entries: ");
  expect_fault({.entries = 30}, "/entries: too few");
  expect_fault({.japanese_percent = 101}, "/japanese_percent: ");
  expect_fault({.characters_mean = 0}, "/characters_mean: ");
  expect_fault({.directives = SIZE_MAX}, "/directives");
  expect_fault(planted({{.entry = 0}}), "/plants/0/entry: ");
  expect_fault(planted({{.entry = 51}}), "/plants/0/entry: ");
  expect_fault(planted({{.entry = UINT64_MAX}}), "/plants/0/entry: ");
  expect_fault(planted({{.kind = AtomKind::kApproval, .entry = UINT64_MAX, .bare_yes = true}}),
               "/plants/0/entry: ");
  expect_fault(planted({{.kind = AtomKind::kApproval, .entry = 50, .bare_yes = true}}),
               "/plants/0/entry: ");
  expect_fault(planted({{.entry = 4}, {.entry = 4}}), "/plants/1/entry: another");
  expect_fault(planted({{.entry = 4, .offset_characters = SIZE_MAX}}), "/plants/0/message_ch");
  expect_fault(planted({{.entry = 4, .bare_yes = true}}), "/plants/0/bare_yes: ");
  expect_fault(planted({{.entry = 4, .role = Role::kSummary}}), "/plants/0/role: ");
  expect_fault(planted({{.kind = AtomKind::kWrite, .entry = 4, .role = Role::kResult}}),
               "/plants/0/role: ");
  expect_fault(planted({{.kind = AtomKind::kEvent, .entry = 4, .role = Role::kResult}}),
               "/plants/0/role: is a result without");
  expect_fault(planted({{.entry = 4, .closed_at = 4}}), "/plants/0/closed_at: must");
  expect_fault(planted({{.entry = 4, .closed_at = 51}}), "/plants/0/closed_at: must");
  expect_fault(planted({{.kind = AtomKind::kGoal, .entry = 4, .closed_at = 9}}),
               "/plants/0/closed_at: goals");
  expect_fault(planted({{.entry = 4, .closed_at = 9}, {.entry = 9}}),
               "/plants/0/closed_at: something");
  expect_fault(planted({{.entry = 4, .closed_at = 9},
                        {.kind = AtomKind::kProhibition, .entry = 5, .closed_at = 9}}),
               "/plants/1/closed_at: something");
}

TEST(HistoryShape, IsUsableForEverySmallestNumberOfEntriesThatItNames) {
  for (std::size_t count = 0; count <= 6; ++count) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      HistoryShape shape{.entries = 1,
                         .directives = count,
                         .prohibitions = 6 - count,
                         .approvals = count,
                         .writes = 1,
                         .event_pairs = 6 - count,
                         .decisions = count,
                         .sub_tasks = 1,
                         .detours = seed % 2 == 0,
                         .characters_mean = 5};
      while (!fault_of(shape).empty()) {
        ++shape.entries;
      }
      EXPECT_EQ(all_of(History(seed, shape)).size(), shape.entries);
    }
  }
}

TEST(HistoryEntries, AreReadBackAsTheyWereWritten) {
  HistoryShape shape{.entries = 300, .detours = true};
  const History history(6, shape);
  std::string bytes;
  std::vector<Entry> written;
  for (const HistoryEntry& entry : all_of(history)) {
    written.push_back(history.entry_of(entry.message));
    bytes += to_entries_line(written.back());
  }
  const Result<Session> read = read_session_bytes(bytes, "history");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->format, "entries/v1");
  EXPECT_TRUE(read->notes.empty());
  ASSERT_EQ(read->entries.size(), written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    const Entry& a = written[i];
    const Entry& b = read->entries[i];
    EXPECT_EQ(a.entry_id, "e-" + std::to_string(i + 1));
    EXPECT_EQ(a.entry_id, b.entry_id);
    EXPECT_EQ(a.seq, b.seq);
    EXPECT_EQ(a.author, b.author);
    EXPECT_EQ(a.kind, b.kind);
    EXPECT_EQ(a.text, b.text);
    EXPECT_EQ(a.call_id, b.call_id);
    EXPECT_EQ(a.call_id.empty(), a.kind != "call" && a.kind != "result");
  }
}

TEST(HistoryEntries, KeepTheirBoundaryAndEscapeWhatJsonMust) {
  Entry entry;
  entry.entry_id = "e-1";
  entry.seq = 1;
  entry.author = Author::kSystem;
  entry.kind = "summary";
  entry.text = "a \"quoted\"\\ line\n\tand 日本語";
  entry.boundary = 3;
  const Result<Session> read = read_session_bytes(to_entries_line(entry), "history");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->entries.size(), 1U);
  EXPECT_EQ(read->entries[0].text, entry.text);
  EXPECT_EQ(read->entries[0].boundary, entry.boundary);
}

}  // namespace
}  // namespace holdfast
