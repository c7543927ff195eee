// The tables of core/action_words.h. They are short on purpose: a list that grows until it knows
// every join is a parser that nobody can predict, and v2 needs neither.
#include "core/action_words.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/unicode.h"

namespace holdfast::internal {

bool is_kanji(char32_t c) { return (c >= 0x4E00 && c <= 0x9FFF) || c == U'々'; }

bool is_katakana(char32_t c) { return (c >= 0x30A1 && c <= 0x30FA) || c == U'ー'; }

bool is_clause_mark(char32_t c) {
  constexpr std::u32string_view kMarks = U",.:!?)、。—–―…";
  return kMarks.find(c) != std::u32string_view::npos;
}

char32_t code_point_before(std::string_view text, std::size_t at) {
  if (at == 0) {
    return 0;
  }
  std::size_t begin = at - 1;
  while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) {
    --begin;
  }
  return next_code_point(text, begin);
}

std::size_t behind_spaces(std::string_view text, std::size_t at) {
  while (at > 0 && is_space(text[at - 1])) {
    --at;
  }
  return at;
}

bool is_word(std::string_view word, std::string_view lower) {
  return std::equal(word.begin(), word.end(), lower.begin(), lower.end(), [](char a, char b) {
    return a == b || (a >= 'A' && a <= 'Z' && static_cast<char>(a + 32) == b);
  });
}

namespace {

// --- English ---

enum class Where : std::uint8_t {
  kAnywhere,
  kClause,  // where a clause begins (behind a clause mark or "and"), or with a comma directly
            // behind
  kVerb,    // the same, or with a verb behind
};

struct EnglishJoiner {
  std::string_view words;  // a space stands for any run of white space
  Where where;
};

constexpr auto kEnglishJoiners = std::to_array<EnglishJoiner>({
    {"then", Where::kAnywhere},
    {"thereafter", Where::kAnywhere},
    {"thereupon", Where::kAnywhere},
    {"afterwards", Where::kAnywhere},
    {"afterward", Where::kAnywhere},
    {"after which", Where::kAnywhere},
    {"after that", Where::kVerb},
    {"after this", Where::kVerb},
    {"after doing so", Where::kAnywhere},
    {"followed by", Where::kAnywhere},
    {"subsequently", Where::kAnywhere},
    {"secondly", Where::kAnywhere},
    {"thirdly", Where::kAnywhere},
    {"once done", Where::kAnywhere},
    {"once finished", Where::kAnywhere},
    {"once complete", Where::kAnywhere},
    {"once completed", Where::kAnywhere},
    {"once that is done", Where::kAnywhere},
    {"when done", Where::kAnywhere},
    {"when finished", Where::kAnywhere},
    {"when that is done", Where::kAnywhere},
    {"upon completion", Where::kAnywhere},
    {"whereupon", Where::kAnywhere},
    {"at the same time", Where::kClause},
    {"in addition", Where::kClause},
    {"additionally", Where::kClause},
    {"also", Where::kClause},
    {"finally", Where::kClause},
    {"lastly", Where::kClause},
    {"later", Where::kClause},
    {"meanwhile", Where::kClause},
    {"next", Where::kClause},
    {"simultaneously", Where::kClause},
});

constexpr std::size_t kEnglishMinBytes = 4;

// One bit a letter: most words of a text are passed over by it.
constexpr std::uint32_t kFirstLetters = [] {
  std::uint32_t letters = 0;
  for (const EnglishJoiner& joiner : kEnglishJoiners) {
    letters |= 1U << (joiner.words[0] - 'a');
  }
  return letters;
}();

// The end of the words, which end as words do, or 0.
std::size_t end_of_words(std::string_view text, std::size_t at, std::string_view words) {
  for (const char c : words) {
    if (at == text.size()) {
      return 0;
    }
    if (c == ' ') {
      if (!is_space(text[at])) {
        return 0;
      }
      while (at < text.size() && is_space(text[at])) {
        ++at;
      }
      continue;
    }
    if (!is_word(text.substr(at, 1), std::string_view(&c, 1))) {
      return 0;
    }
    ++at;
  }
  return at < text.size() && is_word_character(text[at]) ? 0 : at;
}

bool begins_clause(std::string_view text, std::size_t at, std::string_view last_word) {
  const std::size_t end = behind_spaces(text, at);
  if (is_clause_mark(code_point_before(text, end))) {
    return true;
  }
  return !last_word.empty() && last_word.data() + last_word.size() == text.data() + end &&
         (is_word(last_word, "and") || is_word(last_word, "but") || is_word(last_word, "or"));
}

bool verb_follows(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) {
    ++at;
  }
  std::size_t end = at;
  while (end < text.size() && is_word_character(text[end])) {
    ++end;
  }
  return verb_kind(text.substr(at, end - at)) != VerbKind::kNone;
}

// --- Japanese ---

// Which character may not, or must, stand directly before, so that no longer word is cut in two.
enum class Before : std::uint8_t {
  kAnything,
  kNoKanji,   // 目次に, 相次いで
  kClause,    // 変更に, または: only behind a clause mark or white space
  kNoMa,      // また後で
  kNoAll,     // すべてから, 全てから
  kNoKa,      // しかしながら
  kDoneNoun,  // 完了後に, but 1時間後に and 最後に
};

struct JapaneseJoiner {
  std::string_view text;
  Before before;
  std::u32string_view not_behind;  // with one of these directly behind it is no joiner
};

constexpr auto kJapaneseJoiners = std::to_array<JapaneseJoiner>({
    // With の a noun is described: 修正した後のファイル.
    {"その後", Before::kAnything, U"の"},
    {"そのあと", Before::kAnything, U"の"},
    {"その上で", Before::kAnything, U""},
    {"そのうえで", Before::kAnything, U""},
    {"その次に", Before::kAnything, U""},
    {"それから", Before::kAnything, U""},
    {"そして", Before::kAnything, U""},
    {"てから", Before::kNoAll, U"の"},
    {"んでから", Before::kAnything, U"の"},
    {"いでから", Before::kAnything, U"の"},
    {"た後", Before::kNoMa, U"の"},
    {"たあと", Before::kNoMa, U"の"},
    {"たのち", Before::kNoMa, U"の"},
    {"んだ後", Before::kAnything, U"の"},
    {"んだあと", Before::kAnything, U"の"},
    {"いだ後", Before::kAnything, U"の"},
    {"後に", Before::kDoneNoun, U""},
    {"後、", Before::kDoneNoun, U""},
    {"た上で", Before::kAnything, U"の"},
    {"たうえで", Before::kAnything, U"の"},
    {"んだ上で", Before::kAnything, U"の"},
    {"次に", Before::kNoKanji, U""},
    {"次いで", Before::kNoKanji, U""},
    {"つぎに", Before::kClause, U""},
    {"ついで", Before::kClause, U""},
    {"続いて", Before::kAnything, U"いるおき"},
    {"つづいて", Before::kAnything, U"いるおき"},
    {"続けて", Before::kClause, U"いるおくだ下"},
    {"引き続き", Before::kClause, U""},
    {"さらに", Before::kClause, U""},
    {"更に", Before::kClause, U""},
    {"また", Before::kClause, U"はが"},
    {"最後に", Before::kClause, U""},
    {"同時に", Before::kClause, U""},
    {"併せて", Before::kClause, U""},
    {"あわせて", Before::kClause, U""},
    {"ついでに", Before::kAnything, U""},
    {"に加えて", Before::kAnything, U"くい下ほお"},
    {"と同時に", Before::kAnything, U""},
    {"とともに", Before::kAnything, U""},
    {"と共に", Before::kAnything, U""},
    {"したら", Before::kAnything, U""},
    {"終えたら", Before::kAnything, U""},
    {"終わったら", Before::kAnything, U""},
    {"できたら", Before::kAnything, U""},
    {"しながら", Before::kNoKa, U""},
    {"し次第", Before::kAnything, U""},
    {"しつつ", Before::kAnything, U"あ"},
    {"第二に", Before::kAnything, U""},
    {"第2に", Before::kAnything, U""},
});

// Two or more of kanji, katakana and Latin letters, the last of which counts no time and makes no
// other word with 後.
bool ends_with_done_noun(std::string_view text, std::size_t at) {
  constexpr std::u32string_view kOther = U"間日分秒週月年世課最";
  const char32_t last = code_point_before(text, at);
  if (!(is_kanji(last) || is_katakana(last)) || kOther.find(last) != std::u32string_view::npos) {
    return false;
  }
  const char32_t second = code_point_before(text, at - 3);
  return is_kanji(second) || is_katakana(second);
}

bool fits_before(Before before, std::string_view text, std::size_t at) {
  const char32_t last = code_point_before(text, at);
  switch (before) {
    case Before::kAnything:
      return true;
    case Before::kNoKanji:
      return !is_kanji(last);
    case Before::kClause:
      return last == U' ' || last == U'\t' || is_clause_mark(last);
    case Before::kNoMa:
      return last != U'ま';
    case Before::kNoAll:
      return last != U'べ' && last != U'全';
    case Before::kNoKa:
      return last != U'か';
    case Before::kDoneNoun:
      return ends_with_done_noun(text, at);
  }
  return false;
}

// The last bytes of the joiners' first characters: most characters of a text are passed over by
// them.
constexpr std::array<bool, 256> joiner_bytes() {
  std::array<bool, 256> bytes{};
  for (const JapaneseJoiner& joiner : kJapaneseJoiners) {
    bytes[static_cast<unsigned char>(joiner.text[2])] = true;
  }
  return bytes;
}

}  // namespace

std::size_t english_joiner(std::string_view text, std::size_t at, std::string_view last_word) {
  if (text.size() - at < kEnglishMinBytes) {
    return 0;
  }
  const char first = lower_of(text[at]);
  const char second = lower_of(text[at + 1]);
  if ((kFirstLetters >> (first - 'a') & 1U) == 0) {
    return 0;
  }
  for (const EnglishJoiner& joiner : kEnglishJoiners) {
    if (joiner.words[0] != first || joiner.words[1] != second) {
      continue;
    }
    const std::size_t end = end_of_words(text, at, joiner.words);
    if (end == 0) {
      continue;
    }
    if (joiner.where == Where::kAnywhere || begins_clause(text, at, last_word) ||
        (end < text.size() && text[end] == ',') ||
        (joiner.where == Where::kVerb && verb_follows(text, end))) {
      return end - at;
    }
  }
  return 0;
}

std::size_t japanese_joiner(std::string_view text, std::size_t at) {
  static constexpr std::array<bool, 256> kBytes = joiner_bytes();
  if (text.size() - at < 3 || !kBytes[static_cast<unsigned char>(text[at + 2])]) {
    return 0;
  }
  for (const JapaneseJoiner& joiner : kJapaneseJoiners) {
    if (text[at + 2] != joiner.text[2] || !text.substr(at).starts_with(joiner.text) ||
        !fits_before(joiner.before, text, at)) {
      continue;
    }
    std::size_t end = at + joiner.text.size();
    if (end < text.size()) {
      std::size_t behind = end;
      if (joiner.not_behind.find(next_code_point(text, behind)) != std::u32string_view::npos) {
        continue;
      }
    }
    return joiner.text.size();
  }
  return 0;
}

}  // namespace holdfast::internal
