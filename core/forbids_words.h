// The words of an English sentence, for the rules of forbids_english.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast {

struct Token {
  std::string word;    // lower case; a mark is itself
  std::size_t at = 0;  // in the sentence
  bool is_mark = false;
};
using Tokens = std::vector<Token>;

// Words and marks in their order. A quoted span is one mark, a character of a script that does not
// separate words by spaces is a mark "~", emphasis is dropped. Negated verbs are one word: "do not"
// and "dont" are "don't", "you are not" is "you aren't".
Tokens english_tokens(std::string_view sentence);

template <std::size_t kSize>
bool is_one_of(std::string_view word, const std::array<std::string_view, kSize>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace holdfast
