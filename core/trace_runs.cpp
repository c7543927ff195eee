#include "core/trace_runs.h"

#include <algorithm>

namespace holdfast {
namespace {

// Places of one run of words that are tried for the longest: a summary that repeats itself must not
// cost more than its length.
constexpr int kPlacesTriedMax = 16;
// Words that may stand between two runs that count together, in the text and in the summary.
constexpr std::uint32_t kGapWordsMax = 6;

// Four words or eight characters, of which two words or four characters say something.
constexpr std::uint32_t kPartWeightMin = 8;
constexpr std::uint32_t kPartContentMin = 4;
// So much in a row is no accident, whatever it says.
constexpr std::uint32_t kLongWeightMin = 10;
// A run that is shorter than a part names its text where it is this much of it.
constexpr std::uint32_t kLabelSharePercentMin = 20;
constexpr std::uint32_t kLabelWideContentMin = 3;

}  // namespace

TextRuns RunFinder::find(const IndexedText& text) {
  TextRuns found{.is_kept = std::vector<bool>(text.sentence_to - text.sentence_from, false),
                 .is_covered = std::vector<bool>(text.word_to - text.word_from, false)};
  collect(text);
  for (std::size_t from = 0; from < runs_.size();) {
    std::size_t to = from + 1;
    while (to < runs_.size() && follows(runs_[to - 1], runs_[to])) {
      ++to;
    }
    weigh(text, from, to, found);
    from = to;
  }
  keep_sentences(text, found);
  return found;
}

void RunFinder::collect(const IndexedText& text) {
  runs_.clear();
  run_of_.assign(text.word_to - text.word_from, 0);
  for (std::uint32_t from = text.word_from; from + 2 < text.word_to;) {
    Run run = longest(text, from);
    if (run.to == run.from) {
      ++from;
      continue;
    }
    for (std::uint32_t i = run.from; i < run.to; ++i) {
      run.weight += index_.words()[i].weight();
    }
    runs_.push_back(run);
    std::fill(run_of_.begin() + (run.from - text.word_from),
              run_of_.begin() + (run.to - text.word_from),
              static_cast<std::uint32_t>(runs_.size()));
    from = run.to;
  }
}

RunFinder::Run RunFinder::longest(const IndexedText& text, std::uint32_t from) const {
  Run best{.from = from, .to = from};
  const std::span<const IndexedWord> words = index_.words();
  const std::uint32_t gram =
      index_.find_gram(words[from].id, words[from + 1].id, words[from + 2].id);
  if (gram == TextIndex::kNoGram || stamps_[gram] != walk_) {
    return best;
  }
  int tried = 0;
  for (std::uint32_t place = heads_[gram]; place != kNoPlace && tried < kPlacesTriedMax;
       place = places_[place].next, ++tried) {
    const Run run = extended(text, from, places_[place].at);
    if (run.to - run.from >= 3 && run.to > best.to) {
      best = run;
    }
  }
  return best;
}

RunFinder::Run RunFinder::extended(const IndexedText& text, std::uint32_t from,
                                   std::uint32_t at) const {
  Run run{.from = from, .to = from, .at = at, .at_to = at};
  while (run.to < text.word_to && run.at_to < summary_.size()) {
    if (summary_[run.at_to].id == index_.words()[run.to].id) {
      ++run.to;
      ++run.at_to;
    } else if ((summary_[run.at_to].flags & ScannedWord::kListNumber) != 0 && run.to > from &&
               run.at_to + 1 < summary_.size() &&
               summary_[run.at_to + 1].id == index_.words()[run.to].id) {
      ++run.at_to;
    } else {
      break;
    }
  }
  return run;
}

bool RunFinder::follows(const Run& first, const Run& second) const {
  return second.from - first.to <= kGapWordsMax && second.at >= first.at_to &&
         second.at - first.at_to <= kGapWordsMax;
}

// Whether the summary goes on where a number or another word that limits stood: "90 K" became
// "120 K". Where it is cut there, nothing else was said.
bool RunFinder::loses_number(const IndexedText& text, const Run& first, const Run& last) const {
  constexpr unsigned kCut = ScannedWord::kCutBefore | ScannedWord::kLineBefore;
  const auto is_lost = [&](std::uint32_t word) {
    return index_.words()[word].kind.is_number && run_of_[word - text.word_from] == 0;
  };
  if (first.from > text.word_from && is_lost(first.from - 1) &&
      (summary_[first.at].flags & kCut) == 0) {
    return true;
  }
  return last.to < text.word_to && is_lost(last.to) && last.at_to < summary_.size() &&
         (summary_[last.at_to].flags & kCut) == 0;
}

bool RunFinder::loses_negation(const IndexedText& text, const IndexedSentence& sentence) const {
  for (std::uint32_t i = sentence.word_from; sentence.has_negation && i < sentence.word_to; ++i) {
    if (index_.words()[i].kind.is_negation && run_of_[i - text.word_from] == 0) {
      return true;
    }
  }
  return false;
}

// What the runs [from, to) show together.
void RunFinder::weigh(const IndexedText& text, std::size_t from, std::size_t to,
                      TextRuns& found) const {
  const std::span<const IndexedWord> words = index_.words();
  bool is_void = false;
  std::uint32_t weight = 0;
  std::uint32_t content = 0;
  std::uint32_t wide_content = 0;
  for (std::size_t r = from; r < to; ++r) {
    is_void = is_void || loses_number(text, runs_[r], runs_[r]);
    for (std::uint32_t i = runs_[r].from; i < runs_[r].to; ++i) {
      weight += words[i].weight();
      content += words[i].content_weight();
      wide_content += words[i].is_wide() ? words[i].content_weight() : 0;
    }
  }
  found.has_label = found.has_label || wide_content >= kLabelWideContentMin ||
                    (content >= kPartContentMin &&
                     (is_void || 100 * weight >= kLabelSharePercentMin * text.weight));
  if (is_void || weight < kPartWeightMin || content < kPartContentMin) {
    return;
  }
  for (std::uint32_t s = text.sentence_from; s < text.sentence_to; ++s) {
    const IndexedSentence& sentence = index_.sentences()[s];
    if (sentence.word_from >= runs_[to - 1].to || sentence.word_to <= runs_[from].from ||
        loses_negation(text, sentence)) {
      continue;
    }
    for (std::size_t r = from; r < to; ++r) {
      for (std::uint32_t i = std::max(sentence.word_from, runs_[r].from);
           i < std::min(sentence.word_to, runs_[r].to); ++i) {
        found.is_covered[i - text.word_from] = true;
        found.has_part = true;
      }
    }
  }
}

void RunFinder::keep_sentences(const IndexedText& text, TextRuns& found) const {
  for (std::uint32_t s = text.sentence_from; s < text.sentence_to; ++s) {
    const IndexedSentence& sentence = index_.sentences()[s];
    const std::uint32_t run = run_of_[sentence.word_from - text.word_from];
    bool is_kept = run != 0;
    bool is_covered = true;
    for (std::uint32_t i = sentence.word_from; i < sentence.word_to; ++i) {
      is_kept = is_kept && run_of_[i - text.word_from] == run;
      is_covered = is_covered && found.is_covered[i - text.word_from];
    }
    const std::uint32_t weight = run == 0 ? 0 : runs_[run - 1].weight;
    found.is_kept[s - text.sentence_from] = is_kept && (is_covered || weight >= kLongWeightMin);
  }
}

}  // namespace holdfast
