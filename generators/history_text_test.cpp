// Noise: its exact sizes, and the words that never stand in it.
#include "generators/history_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/unicode.h"
#include "generators/history_atoms.h"
#include "generators/history_test.h"

namespace holdfast {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

// What would order, forbid, allow, close or name something.
std::vector<std::string> words_not_in_noise() {
  std::vector<std::string> words(closing_words().begin(), closing_words().end());
  for (const char* word :
       {" matter",  "の件",      "directive", "prohibition", "approval",     "approved",
        "write-",   "event-",    "decision",  "goal",        "sub-task",     "must",
        "never",    "do not",    "please",    "you may",     "yes",          "はい",
        "finished", "completed", "closed",    "withdraw",    "cancel",       "ください",
        "禁止",     "してよい",  "終了",      "済み",        "かまいません", "ならない"}) {
    words.emplace_back(word);
  }
  return words;
}

TEST(HistoryText, HoldsNoWordThatOrdersForbidsAllowsClosesOrNames) {
  const std::vector<std::string> words = words_not_in_noise();
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    for (int role = 0; role <= static_cast<int>(Role::kLedger); ++role) {
      for (int detour = -1; detour < kDetours; ++detour) {
        FillerPlace place{.role = static_cast<Role>(role)};
        if (detour >= 0) {
          place.detour = static_cast<Detour>(detour);
        }
        Random random(seed, static_cast<std::uint64_t>(role * 10 + detour + 1));
        const std::string text = lower(filler_text(mixed_size(20'000, 50), place, random));
        for (const std::string& word : words) {
          EXPECT_EQ(count_of(text, word), 0U) << word << " in the text of role " << role;
        }
      }
    }
  }
}

TEST(HistoryText, HoldsNoClosingOutsideTheSegmentsThatClose) {
  for (std::uint64_t seed = 31; seed <= 35; ++seed) {
    const History history(seed, with_detours(500));
    for (const HistoryEntry& entry : all_of(history)) {
      const bool noise =
          std::all_of(entry.message.segments.begin(), entry.message.segments.end(),
                      [](const Segment& segment) { return segment.kind == SegmentKind::kFiller; });
      const std::string text = lower(history.text_of(entry.message));
      bool closes = false;
      for (const std::string_view word : closing_words()) {
        closes = closes || text.find(word) != std::string::npos;
      }
      if (noise) {
        EXPECT_FALSE(closes) << entry.message.id;
      }
      for (const AtomChange& change : entry.changes) {
        EXPECT_TRUE(closes || change.event == AtomEvent::kSaid) << entry.message.id;
      }
    }
  }
}

TEST(HistoryText, MeetsEverySizeOfOneToThreeBytesACharacter) {
  for (std::uint32_t characters = 0; characters <= 60; ++characters) {
    for (std::uint32_t bytes = characters; bytes <= 3 * characters; ++bytes) {
      for (const bool parted : {false, true}) {
        const FillerPlace place{
            .role = Role::kAssistant,
            .detour = bytes % 4 == 0 ? std::optional(Detour::kStash) : std::nullopt,
            .after_text = parted,
            .before_text = parted};
        Random random(characters, bytes);
        const std::string text = filler_text({characters, bytes}, place, random);
        ASSERT_EQ(size_of_text(text), (Size{characters, bytes}));
        ASSERT_TRUE(is_valid_utf8(text));
      }
    }
  }
}

TEST(HistoryText, ComesAsNearAsItCanToSizesThatNoTextHas) {
  Random random(1);
  EXPECT_EQ(size_of_text(filler_text({2, 9}, {}, random)), (Size{2, 6}));
  EXPECT_EQ(size_of_text(filler_text({5, 3}, {}, random)), (Size{5, 5}));
  EXPECT_EQ(filler_text({0, 2}, {}, random), "");
}

TEST(HistoryText, IsAsciiWhereNoJapaneseIsAskedFor) {
  const History history(4, HistoryShape{.japanese_percent = 0});
  for (const HistoryEntry& entry : all_of(history)) {
    EXPECT_EQ(size_of(entry.message).characters, size_of(entry.message).bytes);
  }
}

TEST(HistoryText, HoldsNoWordThatClosesWhereAnAtomIsSaid) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const History history(seed);
    for (const Atom& atom : history.atoms()) {
      for (const std::string_view word : closing_words()) {
        EXPECT_EQ(count_of(lower(atom.text), word), 0U) << atom.text;
      }
    }
  }
}

}  // namespace
}  // namespace holdfast
