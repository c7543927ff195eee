// The words of a text as `trace` compares them: without case, width, quotes, emphasis, list marks
// and line breaks, so that a text counts as itself however it was wrapped, quoted or marked up.
//
// The model. A word is a run of letters and digits; the apostrophe inside one is dropped ("don't",
// "don’t"). Of scripts that do not separate words (kana, ideographs) each character is a word. What
// stands between two words is kept as flags of the second one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast {

struct ScannedWord {
  enum Flag : std::uint8_t {
    kWide = 1,         // one character of a script without spaces
    kWideContent = 2,  // such a character, and an ideograph or katakana
    kEdgeBefore = 4,   // a quote, a line break, a bracket, a full stop: more than a space or comma
    kSentenceBefore = 8,  // a sentence or a list item begins here
    kListNumber = 16,     // "3." or "3)"
    kLineStart = 32,      // of a list number: it begins its line
    kCutBefore = 64,      // "..." stands before
    kLineBefore = 128,    // a line break or the end of a sentence stands before
  };
  std::uint32_t at = 0;  // in ScannedText::letters
  std::uint32_t size = 0;
  std::uint32_t from = 0;  // bytes of the text from which the word was made
  std::uint32_t to = 0;
  std::uint8_t flags = 0;

  bool has(Flag flag) const { return (flags & flag) != 0; }
};

struct ScannedText {
  std::string letters;  // the folded words, one behind the other
  std::vector<ScannedWord> words;
  std::uint8_t flags_at_end = 0;  // what stands behind the last word

  std::string_view text(const ScannedWord& word) const {
    return std::string_view(letters).substr(word.at, word.size);
  }
};

// Linear in the text, which is valid UTF-8.
ScannedText scan_words(std::string_view text);

}  // namespace holdfast
