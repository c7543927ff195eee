// A small bench for the sweep: a context that grows by what is said, an item or two of exact
// lengths, and a round when it is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "generators/context_reading.h"
#include "generators/text_pool.h"
#include "harness/pipeline.h"

namespace holdfast {

class SweepLab {
 public:
  // Begins with some talk, since many runtimes protect their first messages.
  explicit SweepLab(Pipeline& pipeline);

  // An item whose text has exactly so many characters (at least 24).
  int add(AtomKind kind, std::size_t characters, Language language = Language::kEnglish);
  Atom& atom(int place) { return atoms_[static_cast<std::size_t>(place)]; }

  static Segment noise(std::size_t characters, Language language = Language::kEnglish);
  Segment body(int place) const;
  // Says that the item is over, in truth and in the context.
  Segment closing(int place);

  // Of the talk of round() and fold_out().
  void speak(Language language, std::size_t characters) {
    language_ = language;
    talk_characters_ = characters;
  }

  // Appends a message to the next round's window; its id.
  std::uint64_t say(Role role, Segments segments);
  // One round. Errors: those of the pipeline.
  Result<Done> compact();
  // An assistant's message and a round.
  Result<Done> round();
  // Rounds until that message no longer stands in the context as it was said; false where it still
  // does after `rounds_max`.
  Result<bool> fold_out(std::uint64_t id, std::uint64_t rounds_max);

  AtomReading reading(int place) const { return reading_.atoms[static_cast<std::size_t>(place)]; }
  bool carried(int place) const {
    return reading(place).present && reading(place).level <= Level::kSame;
  }
  const ContextReading& reading() const { return reading_; }
  bool is_raw(std::uint64_t id) const;
  std::size_t raw_messages() const;
  // Where the item ends in the summary, in characters, the runtime's heading apart.
  std::optional<std::uint64_t> end_in_summary(int place) const;

 private:
  Entry render(const Message& message) const;

  Pipeline& pipeline_;
  AtomTable atoms_;
  std::vector<AtomState> states_;
  Context context_;
  Archive archive_;
  std::size_t window_from_ = 0;
  std::uint64_t last_id_ = 0;
  std::uint64_t round_ = 0;
  Language language_ = Language::kEnglish;
  std::size_t talk_characters_ = 3000;
  ContextReading reading_;
};

}  // namespace holdfast
