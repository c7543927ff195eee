// What single words weigh when `trace` asks whether a text is still there: a shared common word
// shows nothing, a lost negation or number changes everything.
#pragma once

#include <cstdint>
#include <string_view>

namespace holdfast {

struct WordKind {
  // 0: grammar ("the", "please"). 1: common in any work ("fix", "test", "file"). 2: names
  // something.
  std::uint8_t weight = 2;
  bool is_number = false;    // digits, and words such as "twelve", "twice", "only"
  bool is_negation = false;  // "not", "never", "without", "don't"
  bool is_id = false;        // a number or mixed token that hardly stands for two things
};

// `word` is folded, as scan_words gives it.
WordKind kind_of_word(std::string_view word);

// Without a plural or participle ending; a piece of `word`.
std::string_view stem_of_word(std::string_view word);

// Japanese words of two or more characters that any work uses.
bool is_common_wide(std::string_view characters);

}  // namespace holdfast
