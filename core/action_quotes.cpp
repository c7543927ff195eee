#include "core/action_quotes.h"

#include <array>

#include "core/action_words.h"

namespace holdfast::internal {

namespace {

struct Marks {
  std::string_view open;
  std::string_view close;
  bool opens_in_word;   // also directly behind an ASCII letter or digit
  bool closes_in_word;  // also directly before one
};

constexpr auto kMarks = std::to_array<Marks>({
    {"\"", "\"", false, true},
    {"'", "'", false, false},
    {"`", "`", true, true},
    {"“", "”", true, true},
    {"„", "“", true, true},
    {"‘", "’", true, false},
    {"«", "»", true, true},
    {"‹", "›", true, true},
    {"「", "」", true, true},
    {"『", "』", true, true},
    {"《", "》", true, true},
});

bool may_open(std::string_view text, std::size_t at, const Marks& marks) {
  if (!text.substr(at).starts_with(marks.open)) {
    return false;
  }
  if (marks.opens_in_word) {
    return true;
  }
  const std::size_t inner = at + marks.open.size();
  if (at > 0 && is_word_character(text[at - 1])) {
    return false;
  }
  return marks.closes_in_word || (inner < text.size() && !is_space(text[inner]));
}

std::size_t find_close(std::string_view text, std::size_t from, const Marks& marks) {
  for (;;) {
    const std::size_t close = text.find(marks.close, from);
    if (close == std::string_view::npos) {
      return close;
    }
    const std::size_t end = close + marks.close.size();
    if (marks.closes_in_word || end == text.size() || !is_word_character(text[end])) {
      return close;
    }
    from = end;
  }
}

}  // namespace

std::optional<QuotedSpan> Quotes::span_at(std::size_t at) {
  for (std::size_t i = 0; i < kMarks.size(); ++i) {
    if (never_closes_[i] || !may_open(text_, at, kMarks[i])) {
      continue;
    }
    const std::size_t inner = at + kMarks[i].open.size();
    const std::size_t close = find_close(text_, inner, kMarks[i]);
    if (close == std::string_view::npos) {
      never_closes_.set(i);
      return std::nullopt;
    }
    return QuotedSpan{inner, close, close + kMarks[i].close.size()};
  }
  return std::nullopt;
}

}  // namespace holdfast::internal
