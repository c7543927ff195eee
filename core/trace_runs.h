// What one text and a summary share: the longest runs of words, and which sentences they keep.
// docs/trace.md has the rules in words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/trace_index.h"

namespace holdfast {

struct SummaryWord {
  std::uint32_t id = kNoWord;
  std::uint32_t stem = kNoWord;
  std::uint8_t flags = 0;  // of ScannedWord
  WordKind kind;
};

struct TextRuns {
  std::vector<bool> is_kept;     // by sentence of the text
  std::vector<bool> is_covered;  // by word of the text, where the run shows something
  bool has_label = false;        // something of it was seen, too little to be a part
  bool has_part = false;
};

class RunFinder {
 public:
  static constexpr std::uint32_t kNoPlace = UINT32_MAX;
  // Where a run of three words stands in the summary, and its next place.
  struct Place {
    std::uint32_t at = 0;
    std::uint32_t next = kNoPlace;
  };

  RunFinder(const TextIndex& index, std::span<const SummaryWord> summary,
            std::span<const Place> places, std::span<const std::uint32_t> heads,
            std::span<const std::uint32_t> stamps, std::uint32_t walk)
      : index_(index),
        summary_(summary),
        places_(places),
        heads_(heads),
        stamps_(stamps),
        walk_(walk) {}

  TextRuns find(const IndexedText& text);

 private:
  // Words [from, to) of the index are words [at, at_to) of the summary.
  struct Run {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t at = 0;
    std::uint32_t at_to = 0;
    std::uint32_t weight = 0;  // of its words
  };

  void collect(const IndexedText& text);
  Run longest(const IndexedText& text, std::uint32_t from) const;
  Run extended(const IndexedText& text, std::uint32_t from, std::uint32_t at) const;
  bool follows(const Run& first, const Run& second) const;
  bool loses_number(const IndexedText& text, const Run& first, const Run& last) const;
  bool loses_negation(const IndexedText& text, const IndexedSentence& sentence) const;
  void weigh(const IndexedText& text, std::size_t from, std::size_t to, TextRuns& found) const;
  void keep_sentences(const IndexedText& text, TextRuns& found) const;

  const TextIndex& index_;
  std::span<const SummaryWord> summary_;
  std::span<const Place> places_;
  std::span<const std::uint32_t> heads_;
  std::span<const std::uint32_t> stamps_;
  std::uint32_t walk_;
  std::vector<Run> runs_;
  std::vector<std::uint32_t> run_of_;  // by word of the text: the run that covers it, from 1
};

}  // namespace holdfast
