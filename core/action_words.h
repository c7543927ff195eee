// The words behind core/action.h: what joins two operations in English and in Japanese, and the
// verbs of the strict grammar. Data and its matching only; where a word is looked for is decided by
// the scan. All texts here are shadows (core/action_shadow.h): no ignorables, no compatibility
// forms.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace holdfast::internal {

inline constexpr std::array<bool, 256> kWordCharacters = [] {
  std::array<bool, 256> table{};
  for (unsigned c = 0; c < 128; ++c) {
    table[c] =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
  return table;
}();

// ASCII letter, digit or underscore.
inline bool is_word_character(char c) { return kWordCharacters[static_cast<unsigned char>(c)]; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
// A shadow knows no other white space.
inline bool is_space(char c) { return c == ' ' || c == '\t'; }
// Only for letters.
inline char lower_of(char letter) { return static_cast<char>(letter | 0x20); }

bool is_kanji(char32_t c);
bool is_katakana(char32_t c);
// Marks that end or separate a clause, ASCII and Japanese.
bool is_clause_mark(char32_t c);

// The code point that ends directly before `at`; 0 at the start.
char32_t code_point_before(std::string_view text, std::size_t at);
// `at` moved back over white space.
std::size_t behind_spaces(std::string_view text, std::size_t at);

// Whether the word is, but for ASCII case, the lower-case `lower`.
bool is_word(std::string_view word, std::string_view lower);

// The length of the English joiner that begins with the word at `at`, or 0. `last_word` is the
// English word before, wherever it stands.
std::size_t english_joiner(std::string_view text, std::size_t at, std::string_view last_word);
// The same for the Japanese one that begins with the code point at `at`.
std::size_t japanese_joiner(std::string_view text, std::size_t at);

enum class VerbKind {
  kNone,
  kVerb,      // hardly ever a noun: delete, send
  kVerbNoun,  // as often a noun: list, build, report
};
VerbKind verb_kind(std::string_view word);

// Whether the text is one Japanese verb in a plain or a polite form and nothing else: 開く,
// 送ります, コミットしてください.
bool is_japanese_verb(std::string_view text);

}  // namespace holdfast::internal
