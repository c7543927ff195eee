// The texts that `trace` looks for, indexed once for all summaries: their words, every three words
// in a row, their short sentences, and the words that name them.
//
// Invariants: texts are numbered in the order in which they were added; a list of texts is
// ascending and holds each once; lists that only serve to find the label of a text are cut at
// kTextsPerLabelMax, because a word that so many texts share hardly names one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/trace_vocabulary.h"
#include "core/trace_words.h"

namespace holdfast {

inline constexpr std::size_t kTextsPerLabelMax = 256;
inline constexpr std::uint32_t kNoWord = 0;  // of words that no text holds

// Words count two and characters of a script without spaces one: four words, or nine characters.
inline constexpr std::uint32_t kWeightOfWord = 2;
inline constexpr std::uint32_t kShortWeightMax = 9;

struct IndexedWord {
  std::uint32_t id = kNoWord;
  std::uint32_t size = 0;  // bytes
  std::uint8_t flags = 0;  // of ScannedWord
  WordKind kind;

  bool is_wide() const { return (flags & ScannedWord::kWide) != 0; }
  std::uint32_t weight() const { return is_wide() ? 1 : kWeightOfWord; }
  // What tells texts apart: words beyond grammar, ideographs and katakana.
  std::uint32_t content_weight() const {
    return is_wide() ? ((flags & ScannedWord::kWideContent) != 0 ? 1U : 0U)
                     : (kind.weight > 0 ? kWeightOfWord : 0U);
  }
};

struct IndexedSentence {
  std::uint32_t word_from = 0;  // in words of the index
  std::uint32_t word_to = 0;
  std::uint32_t from = 0;  // bytes of the text
  std::uint32_t to = 0;
  bool has_negation = false;
};

struct IndexedText {
  std::uint32_t word_from = 0;
  std::uint32_t word_to = 0;
  std::uint32_t sentence_from = 0;
  std::uint32_t sentence_to = 0;
  std::uint32_t weight = 0;        // of all words
  std::uint32_t label_weight = 0;  // of its distinct words, 1 for a common one and 2 for another
  std::uint32_t names = 0;         // distinct words that are not common
  bool has_long_name = false;
};

struct ShortSentence {
  std::uint32_t text = 0;
  std::uint32_t sentence = 0;
};

std::uint64_t mixed(std::uint64_t hash, std::uint64_t more);

class TextIndex {
 public:
  std::size_t add(std::string_view text);

  std::span<const IndexedText> texts() const { return texts_; }
  std::span<const IndexedWord> words() const { return words_; }
  std::span<const IndexedSentence> sentences() const { return sentences_; }

  std::uint32_t find_word(std::string_view letters) const;
  // kNoWord where no text has a word of that stem.
  std::uint32_t find_stem(std::string_view letters) const;
  std::uint32_t stem_count() const { return static_cast<std::uint32_t>(stem_texts_.size()); }
  std::span<const std::uint32_t> texts_with_stem(std::uint32_t stem) const {
    return stem_texts_[stem];
  }
  std::span<const std::uint32_t> texts_with_pair(std::uint32_t first, std::uint32_t second) const;
  std::span<const ShortSentence> short_sentences(std::uint64_t hash) const;

  // Three words in a row: a number of its own, or kNoGram.
  static constexpr std::uint32_t kNoGram = UINT32_MAX;
  std::uint32_t find_gram(std::uint32_t a, std::uint32_t b, std::uint32_t c) const;
  std::uint32_t gram_count() const { return static_cast<std::uint32_t>(gram_texts_.size()); }
  std::span<const std::uint32_t> texts_with_gram(std::uint32_t gram) const {
    return gram_texts_[gram];
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  using Numbers = std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>>;

  std::uint32_t number_of(Numbers& numbers, std::string_view letters);
  void add_words(const ScannedText& scanned, IndexedText& text);
  void close_sentence(IndexedText& text, std::string_view bytes);
  void mark_wide_negations(const IndexedText& text);
  void index_runs(std::uint32_t number);
  void index_labels(std::uint32_t number);
  void index_short_sentences(std::uint32_t number);

  std::vector<IndexedText> texts_;
  std::vector<IndexedWord> words_;
  std::vector<std::uint32_t> stem_of_word_;  // by word id
  std::vector<IndexedSentence> sentences_;
  Numbers word_numbers_;
  Numbers stem_numbers_;
  std::vector<std::vector<std::uint32_t>> stem_texts_;
  std::unordered_map<std::uint64_t, std::uint32_t> gram_numbers_;
  std::vector<std::vector<std::uint32_t>> gram_texts_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> pair_texts_;
  std::unordered_map<std::uint64_t, std::vector<ShortSentence>> short_sentences_;
};

}  // namespace holdfast
