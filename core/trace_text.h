// How much of a text still stands in a summary, by its words alone. docs/trace.md says what such a
// measure can show and what it cannot, and how often it agrees with judgements made by hand.
//
// The model. A summary is walked once. Wherever three words in a row are also those of a text, the
// longest common run is taken; runs of one text that follow each other closely in both count
// together. A sentence is kept when one run covers all of it. What counts as shared needs eight
// characters or four words, of which two say something; a text shorter than that counts only where
// it stands by itself, between quotes, line breaks or full stops. A run beside a lost number, or in
// a sentence whose negation is lost, keeps nothing: those are other sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/trace_index.h"

namespace holdfast {

// Best first: what comes later is worse.
enum class Survival : std::uint8_t {
  kVerbatim,
  kKeptInTail,
  kPutBackFromDisk,
  kPartial,
  kLabelOnly,
  kUnreadableSummary,
  kAbsent,
};
std::string_view to_text(Survival state);
std::optional<Survival> survival_from(std::string_view text);
// Whether the whole text is still before the agent's eyes.
inline bool is_whole(Survival state) { return state <= Survival::kPutBackFromDisk; }

// A smaller share of a text in its own words is only its label.
inline constexpr std::uint32_t kPartialSharePercentMin = 5;

struct Measured {
  Survival state = Survival::kAbsent;  // kVerbatim, kPartial, kLabelOnly or kAbsent
  std::uint8_t share_percent = 0;      // of the text's words that stand there in its own wording
  std::vector<std::uint32_t> missing;  // sentences of a partial text, counted from 0
};

class TextMeasure {
 public:
  // Numbered from 0. Valid UTF-8.
  std::size_t add(std::string_view text) { return index_.add(text); }
  std::size_t size() const { return index_.texts().size(); }
  // A text without letters and digits cannot be measured.
  bool has_words(std::size_t text) const { return index_.texts()[text].weight > 0; }
  std::span<const IndexedSentence> sentences(std::size_t text) const;

  // Of the first `count` texts.
  std::vector<Measured> measure(std::string_view summary, std::size_t count);

 private:
  friend class SummaryWalk;

  TextIndex index_;
  // Of the newest walk: where a run of three words first stands. By gram; valid where the stamp is
  // the walk's.
  std::vector<std::uint32_t> gram_heads_;
  std::vector<std::uint32_t> gram_stamps_;
  std::uint32_t walk_ = 0;
};

}  // namespace holdfast
