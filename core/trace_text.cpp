#include "core/trace_text.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "core/check.h"
#include "core/trace_runs.h"

namespace holdfast {
namespace {

constexpr std::array<std::string_view, 7> kNames = {
    "verbatim",           "kept_in_tail", "put_back_from_disk", "partial", "label_only",
    "unreadable_summary", "absent"};

}  // namespace

std::string_view to_text(Survival state) {
  const auto at = static_cast<std::size_t>(state);
  CHECK(at < kNames.size());
  return kNames[at];
}

std::optional<Survival> survival_from(std::string_view text) {
  const auto found = std::find(kNames.begin(), kNames.end(), text);
  return found == kNames.end()
             ? std::nullopt
             : std::optional<Survival>(static_cast<Survival>(found - kNames.begin()));
}

std::span<const IndexedSentence> TextMeasure::sentences(std::size_t text) const {
  const IndexedText& indexed = index_.texts()[text];
  return index_.sentences().subspan(indexed.sentence_from,
                                    indexed.sentence_to - indexed.sentence_from);
}

// One summary against all texts.
class SummaryWalk {
 public:
  SummaryWalk(TextMeasure& measure, std::string_view summary, std::size_t count)
      : measure_(measure), index_(measure.index_), count_(count), flags_(count, 0) {
    const ScannedText scanned = scan_words(summary);
    words_.reserve(scanned.words.size());
    for (const ScannedWord& word : scanned.words) {
      const std::string_view letters = scanned.text(word);
      const bool is_wide = word.has(ScannedWord::kWide);
      words_.push_back(
          {.id = index_.find_word(letters),
           .stem = is_wide ? kNoWord : index_.find_stem(letters),
           .flags = word.flags,
           .kind = is_wide ? WordKind{0, false, false, false} : kind_of_word(letters)});
    }
    flags_at_end_ = scanned.flags_at_end;
  }

  std::vector<Measured> take() {
    find_runs();
    find_short_sentences();
    find_labels();
    std::vector<Measured> measured(count_);
    for (const std::uint32_t text : touched_) {
      measured[text] = judge(text);
    }
    return measured;
  }

 private:
  enum Flag : std::uint8_t { kTouched = 1, kHasRun = 2, kHasLabel = 4 };

  void touch(std::uint32_t text, Flag flag) {
    if (text < count_) {
      if (flags_[text] == 0) {
        touched_.push_back(text);
      }
      flags_[text] = static_cast<std::uint8_t>(flags_[text] | kTouched | flag);
    }
  }

  // --- runs ---

  void find_runs() {
    TextMeasure& m = measure_;
    m.gram_heads_.resize(index_.gram_count());
    m.gram_stamps_.resize(index_.gram_count(), 0);
    ++m.walk_;
    // From the end, so that the first place comes first in the chain.
    for (std::size_t at = words_.size(); at-- > 0;) {
      add_gram(at, at + 1, at + 2);
      // "1." and "2." may have been put between the words of a list.
      const std::size_t second = behind_number(at + 1);
      const std::size_t third = behind_number(second + 1);
      if (third != at + 2) {
        add_gram(at, second, third);
      }
    }
  }

  std::size_t behind_number(std::size_t at) const {
    return at < words_.size() && (words_[at].flags & ScannedWord::kListNumber) != 0 ? at + 1 : at;
  }

  void add_gram(std::size_t first, std::size_t second, std::size_t third) {
    if (third >= words_.size()) {
      return;
    }
    const std::uint32_t gram =
        index_.find_gram(words_[first].id, words_[second].id, words_[third].id);
    if (gram == TextIndex::kNoGram) {
      return;
    }
    TextMeasure& m = measure_;
    const bool is_first = m.gram_stamps_[gram] != m.walk_;
    places_.push_back({.at = static_cast<std::uint32_t>(first),
                       .next = is_first ? RunFinder::kNoPlace : m.gram_heads_[gram]});
    m.gram_heads_[gram] = static_cast<std::uint32_t>(places_.size() - 1);
    m.gram_stamps_[gram] = m.walk_;
    if (is_first) {
      for (const std::uint32_t text : index_.texts_with_gram(gram)) {
        touch(text, kHasRun);
      }
    }
  }

  // --- short sentences ---

  // From every edge to every edge behind it, as far as a short sentence reaches: it may hold marks.
  void find_short_sentences() {
    for (std::size_t from = 0; from < words_.size(); ++from) {
      if (has_edge(from)) {
        find_short(from);
      }
    }
  }

  bool has_edge(std::size_t at) const {
    return ((at < words_.size() ? words_[at].flags : flags_at_end_) & ScannedWord::kEdgeBefore) !=
           0;
  }

  void find_short(std::size_t from) {
    std::uint64_t hash = 0;
    std::uint32_t weight = 0;
    for (std::size_t at = from; at < words_.size(); ++at) {
      if (words_[at].id == kNoWord) {
        return;
      }
      hash = mixed(hash, words_[at].id);
      weight += (words_[at].flags & ScannedWord::kWide) != 0 ? 1 : kWeightOfWord;
      if (weight > kShortWeightMax) {
        return;
      }
      if (has_edge(at + 1) && seen_short_.insert(hash).second) {
        for (const ShortSentence& found : index_.short_sentences(hash)) {
          touch(found.text, kTouched);
          kept_short_.insert(found.sentence);
        }
      }
    }
  }

  // --- labels ---

  // Line by line: words that stand far apart name nothing together.
  void find_labels() {
    shared_.resize(count_, 0);
    shared_names_.resize(count_, 0);
    stem_lines_.resize(index_.stem_count() + 1, 0);
    std::size_t from = 0;
    for (std::size_t at = 1; at <= words_.size(); ++at) {
      const unsigned flags = at < words_.size() ? words_[at].flags : flags_at_end_;
      if ((flags & ScannedWord::kLineBefore) != 0) {
        label_line(from, at);
        from = at;
      }
    }
  }

  void label_line(std::size_t from, std::size_t to) {
    ++line_;
    std::uint32_t line_weight = 0;
    std::vector<std::uint32_t> met;
    for (std::size_t at = from; at < to; ++at) {
      const SummaryWord& word = words_[at];
      line_weight += word.kind.weight;
      if (at + 1 < to && word.id != kNoWord && words_[at + 1].id != kNoWord) {
        label_pair(word, words_[at + 1]);
      }
      if (word.stem == kNoWord || word.stem >= index_.stem_count() ||
          stem_lines_[word.stem] == line_) {
        continue;
      }
      stem_lines_[word.stem] = line_;
      for (const std::uint32_t text : index_.texts_with_stem(word.stem)) {
        if (text >= count_) {
          break;
        }
        if (word.kind.is_id) {
          touch(text, kHasLabel);
        }
        if (shared_[text] == 0) {
          met.push_back(text);
        }
        shared_[text] += word.kind.weight;
        shared_names_[text] += word.kind.weight == 2 ? 1U : 0U;
      }
    }
    for (const std::uint32_t text : met) {
      if (names(index_.texts()[text], shared_[text], shared_names_[text], line_weight)) {
        touch(text, kHasLabel);
      }
      shared_[text] = 0;
      shared_names_[text] = 0;
    }
  }

  // Whether a line that shares so much with a text is about the text.
  static bool names(const IndexedText& text, std::uint32_t shared, std::uint32_t shared_names,
                    std::uint32_t line_weight) {
    if (shared_names == 0) {
      return false;
    }
    if (text.names == 1 && text.label_weight <= 3 && text.has_long_name) {
      return true;
    }
    const bool is_alike = 5 * shared >= text.label_weight + line_weight;  // Dice 0.4
    const bool is_most_of_either =
        shared >= 6 && 2 * shared >= std::min(text.label_weight, line_weight);
    return shared >= 3 && (is_alike || is_most_of_either);
  }

  void label_pair(const SummaryWord& first, const SummaryWord& second) {
    for (const std::uint32_t text : index_.texts_with_pair(first.id, second.id)) {
      if (text >= count_) {
        break;
      }
      const std::uint32_t weight = first.kind.weight + second.kind.weight;
      if (100 * weight >= kPairSharePercentMin * index_.texts()[text].label_weight) {
        touch(text, kHasLabel);
      }
    }
  }

  // --- the answer ---

  Measured judge(std::uint32_t number) {
    const IndexedText& text = index_.texts()[number];
    const TextRuns runs =
        (flags_[number] & kHasRun) != 0
            ? RunFinder(index_, words_, places_, measure_.gram_heads_, measure_.gram_stamps_,
                        measure_.walk_)
                  .find(text)
            : TextRuns{.is_kept = std::vector<bool>(text.sentence_to - text.sentence_from, false),
                       .is_covered = std::vector<bool>(text.word_to - text.word_from, false),
                       .has_label = false,
                       .has_part = false};
    return sum_up(text, runs, (flags_[number] & kHasLabel) != 0);
  }

  Measured sum_up(const IndexedText& text, const TextRuns& runs, bool has_label) const {
    Measured measured;
    const std::span<const IndexedSentence> sentences = index_.sentences();
    std::uint32_t kept_weight = 0;
    bool has_part = runs.has_part;
    for (std::uint32_t s = text.sentence_from; s < text.sentence_to; ++s) {
      const bool is_short_kept = kept_short_.contains(s);
      const bool is_kept = runs.is_kept[s - text.sentence_from] || is_short_kept;
      has_part = has_part || is_kept;
      if (!is_kept) {
        measured.missing.push_back(s - text.sentence_from);
      }
      for (std::uint32_t i = sentences[s].word_from; i < sentences[s].word_to; ++i) {
        kept_weight +=
            is_kept || runs.is_covered[i - text.word_from] ? index_.words()[i].weight() : 0;
      }
    }
    const std::uint32_t share = text.weight == 0 ? 0 : 100 * kept_weight / text.weight;
    if (measured.missing.empty()) {
      measured.state = Survival::kVerbatim;
      measured.share_percent = 100;
    } else if (has_part && share >= kPartialSharePercentMin) {
      measured.state = Survival::kPartial;
      measured.share_percent = static_cast<std::uint8_t>(std::min(share, 99U));
    } else {
      measured.state =
          has_label || has_part || runs.has_label ? Survival::kLabelOnly : Survival::kAbsent;
      measured.missing.clear();
    }
    return measured;
  }

  static constexpr std::uint32_t kPairSharePercentMin = 15;

  TextMeasure& measure_;
  const TextIndex& index_;
  std::size_t count_;
  std::vector<std::uint8_t> flags_;  // by text
  std::vector<std::uint32_t> touched_;
  std::vector<SummaryWord> words_;
  unsigned flags_at_end_ = 0;
  std::vector<RunFinder::Place> places_;
  std::unordered_set<std::uint64_t> seen_short_;
  std::unordered_set<std::uint32_t> kept_short_;  // sentences
  std::uint32_t line_ = 0;
  std::vector<std::uint32_t> stem_lines_;    // the newest line with that stem
  std::vector<std::uint32_t> shared_;        // weight that the line shares with each text
  std::vector<std::uint32_t> shared_names_;  // words of it that are not common
};

std::vector<Measured> TextMeasure::measure(std::string_view summary, std::size_t count) {
  return SummaryWalk(*this, summary, std::min(count, size())).take();
}

}  // namespace holdfast
