#include "core/trace_index.h"

#include <algorithm>
#include <array>

namespace holdfast {
namespace {

// A word as long as that may name a text by itself.
constexpr std::uint32_t kLongNameBytes = 6;

void add_once(std::vector<std::uint32_t>& texts, std::uint32_t text, std::size_t texts_max) {
  if ((texts.empty() || texts.back() != text) && texts.size() < texts_max) {
    texts.push_back(text);
  }
}

// Words that any work uses name nothing: their characters count as grammar. A word here is a run of
// ideographs or of katakana.
void dim_common_wide(ScannedText& scanned) {
  const auto is_katakana = [&](const ScannedWord& word) {
    return scanned.text(word) >= "\u30A0" && scanned.text(word) <= "\u30FF";
  };
  for (std::size_t from = 0; from < scanned.words.size();) {
    if (!scanned.words[from].has(ScannedWord::kWideContent)) {
      ++from;
      continue;
    }
    std::size_t to = from + 1;
    while (to < scanned.words.size() && scanned.words[to].has(ScannedWord::kWideContent) &&
           !scanned.words[to].has(ScannedWord::kEdgeBefore) &&
           is_katakana(scanned.words[to]) == is_katakana(scanned.words[from])) {
      ++to;
    }
    const std::size_t at = scanned.words[from].at;
    const std::size_t end = scanned.words[to - 1].at + scanned.words[to - 1].size;
    if (is_common_wide(std::string_view(scanned.letters).substr(at, end - at))) {
      for (std::size_t i = from; i < to; ++i) {
        scanned.words[i].flags =
            static_cast<std::uint8_t>(scanned.words[i].flags & ~ScannedWord::kWideContent);
      }
    }
    from = to;
  }
}

}  // namespace

// Numbers of words are small: they are spread before they meet, or pairs would fall together.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t more) {
  hash = (hash + 1) * 0x9E3779B97F4A7C15U;
  hash = (hash ^ (hash >> 32) ^ more) * 0xD6E8FEB86659FD93U;
  return hash ^ (hash >> 29);
}

std::uint32_t TextIndex::number_of(Numbers& numbers, std::string_view letters) {
  const auto found = numbers.find(letters);
  if (found != numbers.end()) {
    return found->second;
  }
  const auto number = static_cast<std::uint32_t>(numbers.size() + 1);  // 0 is kNoWord
  numbers.emplace(letters, number);
  return number;
}

std::uint32_t TextIndex::find_word(std::string_view letters) const {
  const auto found = word_numbers_.find(letters);
  return found == word_numbers_.end() ? kNoWord : found->second;
}

std::uint32_t TextIndex::find_stem(std::string_view letters) const {
  const auto found = stem_numbers_.find(stem_of_word(letters));
  return found == stem_numbers_.end() ? kNoWord : found->second;
}

std::uint32_t TextIndex::find_gram(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
  const auto found = gram_numbers_.find(mixed(mixed(a, b), c));
  return found == gram_numbers_.end() ? kNoGram : found->second;
}

std::span<const std::uint32_t> TextIndex::texts_with_pair(std::uint32_t first,
                                                          std::uint32_t second) const {
  const auto found = pair_texts_.find(mixed(first, second));
  return found == pair_texts_.end() ? std::span<const std::uint32_t>() : found->second;
}

std::span<const ShortSentence> TextIndex::short_sentences(std::uint64_t hash) const {
  const auto found = short_sentences_.find(hash);
  return found == short_sentences_.end() ? std::span<const ShortSentence>() : found->second;
}

std::size_t TextIndex::add(std::string_view bytes) {
  const auto number = static_cast<std::uint32_t>(texts_.size());
  IndexedText& text = texts_.emplace_back();
  text.word_from = static_cast<std::uint32_t>(words_.size());
  text.sentence_from = static_cast<std::uint32_t>(sentences_.size());
  ScannedText scanned = scan_words(bytes);
  dim_common_wide(scanned);
  add_words(scanned, text);
  close_sentence(text, bytes);
  text.word_to = static_cast<std::uint32_t>(words_.size());
  text.sentence_to = static_cast<std::uint32_t>(sentences_.size());
  mark_wide_negations(text);
  index_runs(number);
  index_labels(number);
  index_short_sentences(number);
  return number;
}

void TextIndex::add_words(const ScannedText& scanned, IndexedText& text) {
  std::uint8_t carried = 0;  // flags of a list number that is left out
  for (const ScannedWord& word : scanned.words) {
    if (word.has(ScannedWord::kListNumber) && word.has(ScannedWord::kLineStart)) {
      carried = static_cast<std::uint8_t>(word.flags & ScannedWord::kSentenceBefore);
      continue;
    }
    const auto flags = static_cast<std::uint8_t>(word.flags | carried);
    carried = 0;
    if ((flags & ScannedWord::kSentenceBefore) != 0 || sentences_.size() == text.sentence_from) {
      close_sentence(text, {});
      sentences_.push_back({.word_from = static_cast<std::uint32_t>(words_.size()),
                            .word_to = 0,
                            .from = word.from,
                            .to = word.to});
    }
    sentences_.back().to = word.to;
    const std::string_view letters = scanned.text(word);
    IndexedWord indexed;
    indexed.id = number_of(word_numbers_, letters);
    indexed.flags = flags;
    if (!indexed.is_wide()) {
      indexed.kind = kind_of_word(letters);
    }
    if (indexed.id >= stem_of_word_.size()) {
      stem_of_word_.resize(indexed.id + 1);
      stem_of_word_[indexed.id] =
          indexed.is_wide() ? kNoWord : number_of(stem_numbers_, stem_of_word(letters));
    }
    text.weight += indexed.weight();
    sentences_.back().has_negation = sentences_.back().has_negation || indexed.kind.is_negation;
    indexed.size = static_cast<std::uint32_t>(letters.size());
    words_.push_back(indexed);
  }
}

// With the marks that belong to its end, where `bytes` are given: those of the text's last
// sentence.
void TextIndex::close_sentence(IndexedText& text, std::string_view bytes) {
  if (sentences_.size() == text.sentence_from) {
    return;
  }
  IndexedSentence& sentence = sentences_.back();
  sentence.word_to = static_cast<std::uint32_t>(words_.size());
  if (!bytes.empty()) {
    sentence.to = static_cast<std::uint32_t>(
        std::min(bytes.find_first_of(" \n\r\t", sentence.to), bytes.size()));
  }
}

// Japanese negates and limits by endings:
// 「ない」「ません」「ずに」「禁止」「だけ」「のみ」「以外」.
void TextIndex::mark_wide_negations(const IndexedText& text) {
  struct Ending {
    std::array<std::string_view, 2> characters;
    bool is_negation;
  };
  constexpr std::array<Ending, 9> kEndings = {{{{"な", "い"}, true},
                                               {{"せ", "ん"}, true},
                                               {{"な", "く"}, true},
                                               {{"ず", "に"}, true},
                                               {{"せ", "ず"}, true},
                                               {{"禁", "止"}, true},
                                               {{"だ", "け"}, false},
                                               {{"の", "み"}, false},
                                               {{"以", "外"}, false}}};
  for (const Ending& ending : kEndings) {
    const std::uint32_t first = find_word(ending.characters[0]);
    const std::uint32_t second = find_word(ending.characters[1]);
    for (std::uint32_t s = text.sentence_from; s < text.sentence_to; ++s) {
      IndexedSentence& sentence = sentences_[s];
      for (std::uint32_t i = sentence.word_from; i + 1 < sentence.word_to; ++i) {
        if (first != kNoWord && words_[i].id == first && words_[i + 1].id == second) {
          for (IndexedWord* word : {&words_[i], &words_[i + 1]}) {
            word->kind.is_negation = word->kind.is_negation || ending.is_negation;
            word->kind.is_number = word->kind.is_number || !ending.is_negation;
          }
          sentence.has_negation = sentence.has_negation || ending.is_negation;
        }
      }
    }
  }
}

void TextIndex::index_runs(std::uint32_t number) {
  const IndexedText& text = texts_[number];
  for (std::uint32_t i = text.word_from; i + 2 < text.word_to; ++i) {
    const auto [at, is_new] =
        gram_numbers_.emplace(mixed(mixed(words_[i].id, words_[i + 1].id), words_[i + 2].id),
                              static_cast<std::uint32_t>(gram_texts_.size()));
    if (is_new) {
      gram_texts_.emplace_back();
    }
    add_once(gram_texts_[at->second], number, SIZE_MAX);
  }
}

void TextIndex::index_labels(std::uint32_t number) {
  IndexedText& text = texts_[number];
  std::vector<std::uint32_t> seen;
  for (std::uint32_t i = text.word_from; i < text.word_to; ++i) {
    const IndexedWord& word = words_[i];
    if (word.is_wide() || (word.kind.weight == 0 && !word.kind.is_id)) {
      continue;
    }
    if (i + 1 < text.word_to && !words_[i + 1].is_wide() &&
        word.kind.weight + words_[i + 1].kind.weight > 2) {
      add_once(pair_texts_[mixed(word.id, words_[i + 1].id)], number, kTextsPerLabelMax);
    }
    const std::uint32_t stem = stem_of_word_[word.id];
    if (stem >= stem_texts_.size()) {
      stem_texts_.resize(stem_numbers_.size() + 1);
    }
    if (std::find(seen.begin(), seen.end(), stem) == seen.end() && seen.size() < 64) {
      seen.push_back(stem);
      add_once(stem_texts_[stem], number, kTextsPerLabelMax);
      text.label_weight += word.kind.weight;
      text.names += word.kind.weight == 2 ? 1 : 0;
      text.has_long_name =
          text.has_long_name || (word.kind.weight == 2 && word.size >= kLongNameBytes);
    }
  }
}

void TextIndex::index_short_sentences(std::uint32_t number) {
  const IndexedText& text = texts_[number];
  for (std::uint32_t s = text.sentence_from; s < text.sentence_to; ++s) {
    std::uint64_t hash = 0;
    std::uint32_t weight = 0;
    for (std::uint32_t i = sentences_[s].word_from;
         i < sentences_[s].word_to && weight <= kShortWeightMax; ++i) {
      hash = mixed(hash, words_[i].id);
      weight += words_[i].weight();
    }
    if (weight > 0 && weight <= kShortWeightMax) {
      short_sentences_[hash].push_back({.text = number, .sentence = s});
    }
  }
}

}  // namespace holdfast
