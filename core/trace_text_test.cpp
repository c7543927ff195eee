#include "core/trace_text.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/trace_vocabulary.h"

namespace holdfast {
namespace {

Measured measured(std::string_view text, std::string_view summary) {
  TextMeasure measure;
  measure.add(text);
  return measure.measure(summary, 1)[0];
}
std::string state(std::string_view text, std::string_view summary) {
  return std::string(to_text(measured(text, summary).state));
}

std::string words_of(std::string_view text) {
  std::string out;
  const ScannedText scanned = scan_words(text);
  for (const ScannedWord& word : scanned.words) {
    out += (out.empty() ? "" : " ") + std::string(scanned.text(word));
  }
  return out;
}

TEST(ScanWords, FoldsCaseWidthQuotesAndMarks) {
  EXPECT_EQ(words_of("Don't **stop** `load()` ＡＢ１2"), "dont stop load ab12");
  EXPECT_EQ(words_of("Don’t - x_y"), "dont x y");
  EXPECT_EQ(words_of("線はｶﾞ"), "線 は ガ");
  EXPECT_EQ(words_of("config表"), "config 表");
  EXPECT_EQ(words_of("- [x] done\n- [ ] open"), "done open");
  EXPECT_EQ(words_of("👍 …"), "");
  EXPECT_EQ(words_of(""), "");
}

TEST(ScanWords, PartsSentencesAndListItems) {
  const auto sentences = [](std::string_view text) {
    TextMeasure measure;
    measure.add(text);
    std::string out;
    for (const IndexedSentence& sentence : measure.sentences(0)) {
      out += "[" + std::string(text.substr(sentence.from, sentence.to - sentence.from)) + "]";
    }
    return out;
  };
  EXPECT_EQ(sentences("One is here. Two\nis wrapped! v1.2 is three"),
            "[One is here][Two\nis wrapped][v1.2 is three]");
  EXPECT_EQ(sentences("1. lint\n2. merge\n- push"), "[lint][merge][push]");
  EXPECT_EQ(sentences("線は変えない。縮尺を入れる。"), "[線は変えない][縮尺を入れる。]");
}

TEST(WordKind, WeighsGrammarWorkAndNames) {
  EXPECT_EQ(kind_of_word("the").weight, 0);
  EXPECT_EQ(kind_of_word("tests").weight, 1);
  EXPECT_EQ(kind_of_word("scheduler").weight, 2);
  EXPECT_TRUE(kind_of_word("never").is_negation);
  EXPECT_TRUE(kind_of_word("twice").is_number);
  EXPECT_TRUE(kind_of_word("2291").is_id);
  EXPECT_FALSE(kind_of_word("2026").is_id);
  EXPECT_FALSE(kind_of_word("sha256").is_id);
}

TEST(TextMeasure, KnowsATextInAnyDress) {
  constexpr std::string_view kText =
      "Keep the *old* API. Don't rename `load()`; it's called by \"others\".";
  for (const std::string summary :
       {"keep the old api. don’t rename load(); it’s called by “others”.",
        "> Keep the old\n> API. Don't rename\n> load(); it's called by 'others'.",
        "1. **Keep the old API.**\n2. Don't rename load(); it's called by others.",
        "User: \"Keep the old API. Don't rename `load()`; it's called by 'others'\" (done)",
        "...Keep the old API... and Don't rename load() it's called by others"}) {
    EXPECT_EQ(state(kText, summary), "verbatim") << summary;
  }
}

TEST(TextMeasure, CountsNoSharedCommonWords) {
  EXPECT_EQ(state("Please keep the user in the loop before the interface changes.",
                  "The user asked about the parser. The user approved the plan."),
            "absent");
  EXPECT_EQ(state("英語だけで答えてください。", "図面を直してください。"), "absent");
  EXPECT_EQ(state("Add tracing to the scheduler.", ""), "absent");
}

TEST(TextMeasure, WantsAShortTextToStandByItself) {
  EXPECT_EQ(state("yes", "Yes, the user asked for tests."), "absent");
  EXPECT_EQ(state("yes", "The user said \"yes\" to it."), "verbatim");
  EXPECT_EQ(state("push and PR", "- push and PR\n- done"), "verbatim");
  EXPECT_EQ(state("はい", "はい以外の返事は無い。"), "absent");
  EXPECT_EQ(state("はい", "返事は「はい」。"), "verbatim");
}

TEST(TextMeasure, SaysWhichSentencesAreMissing) {
  const Measured found =
      measured("Port the parser to the lexer. Keep every message. Run the fuzz corpus at night.",
               "Port the parser to the lexer. Run the fuzz corpus at night.");
  EXPECT_EQ(found.state, Survival::kPartial);
  EXPECT_EQ(found.missing, std::vector<std::uint32_t>{1});
  EXPECT_EQ(found.share_percent, 80);
}

TEST(TextMeasure, KeepsNothingWhereTheNegationOrTheNumberIsLost) {
  EXPECT_EQ(state("Do not restart the mail server during the night.",
                  "Restart the mail server during the night."),
            "label_only");
  EXPECT_EQ(state("Heat the kiln by 90 degrees in every single hour.",
                  "Heat the kiln by 120 degrees in every single hour."),
            "label_only");
  EXPECT_EQ(state("水深の値は公開しないでください。", "水深の値は公開してください。"),
            "label_only");
  // Cut before the number, nothing else was said.
  EXPECT_EQ(state("Heat the big kiln by 90 degrees.", "\"Heat the big kiln by...\""), "partial");
}

TEST(TextMeasure, DoesNotDependOnWhatElseIsLookedFor) {
  const std::string_view texts[] = {"Port the parser to the new lexer.", "ship it",
                                    "Never push to main, and ask me first.", "Port the parser."};
  const std::string_view summary = "Port the parser to the new lexer. \"ship it\" Push to main.";
  TextMeasure together;
  for (const std::string_view text : texts) {
    together.add(text);
  }
  const std::vector<Measured> all = together.measure(summary, std::size(texts));
  for (std::size_t i = 0; i < std::size(texts); ++i) {
    EXPECT_EQ(all[i].state, measured(texts[i], summary).state) << texts[i];
  }
  EXPECT_EQ(together.measure(summary, 2).size(), 2U);
  EXPECT_EQ(together.measure("", 4)[0].state, Survival::kAbsent) << "nothing is left over";
}

// Any text stands whole in itself, and in itself between other lines.
TEST(TextMeasure, FindsEveryTextInItself) {
  constexpr std::string_view kPieces[] = {"a",
                                          "the",
                                          "map",
                                          "never",
                                          "90",
                                          "3. ",
                                          "2) ",
                                          "\n",
                                          "\n\n",
                                          "- ",
                                          " ",
                                          ". ",
                                          "...",
                                          "\u2026",
                                          "'",
                                          "\u2019",
                                          "\"",
                                          "`",
                                          "*",
                                          "_",
                                          "\u300C",
                                          "\u300D",
                                          "\u3002",
                                          "\u3001",
                                          "\u7DDA",
                                          "\u306F",
                                          "\u306A",
                                          "\u3044",
                                          "\u30C6\u30B9\u30C8",
                                          "\uFF11",
                                          "\u00E9",
                                          "e\u0301",
                                          "[x] ",
                                          ": ",
                                          "\U0001F600",
                                          "\uFF76\uFF9E"};
  std::mt19937_64 random(20261201);
  for (int run = 0; run < 2000; ++run) {
    std::string text;
    for (std::uint64_t i = 1 + random() % 30; i > 0; --i) {
      text += kPieces[random() % std::size(kPieces)];
      text += random() % 2 == 0 ? " " : "";
    }
    TextMeasure measure;
    measure.add(text);
    if (!measure.has_words(0)) {
      continue;
    }
    ASSERT_EQ(to_text(measure.measure(text, 1)[0].state), "verbatim") << text;
    const std::string between = "What was said before:\n\n" + text + "\n\nNothing else was said.";
    ASSERT_EQ(to_text(measure.measure(between, 1)[0].state), "verbatim") << text;
  }
}

TEST(TextMeasure, TakesTimeLinearInHostileTexts) {
  std::string same;
  for (int i = 0; i < 60'000; ++i) {
    same += "all the same ";
  }
  EXPECT_EQ(state(same, same + "and more"), "verbatim");
  std::string wide;
  for (int i = 0; i < 60'000; ++i) {
    wide += "線";
  }
  EXPECT_EQ(state(wide, wide), "verbatim");
}

TEST(Survival, IsNamedBothWays) {
  for (int i = 0; i < 7; ++i) {
    const auto survival = static_cast<Survival>(i);
    EXPECT_EQ(survival_from(to_text(survival)), survival);
  }
  EXPECT_EQ(survival_from("lost"), std::nullopt);
}

}  // namespace
}  // namespace holdfast
