// How atoms are said, named and closed, in English and in Japanese: orders, prohibitions, approvals
// and proposals, calls that write, calls and their results, decisions, goals and sub-tasks.
//
// Invariants: a text holds the atom's code, a number that no other atom has, with no digit beside
// it, so that no text is another's or part of another. A label is ASCII. A closing holds at least
// one of closing_words() and none of the atom's text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "generators/history.h"
#include "generators/random.h"

namespace holdfast {

enum class Telling : std::uint8_t {
  kPlain,
  kProposal,  // an approval that an assistant asks for
  kResult,    // an event that is a result
};

struct AtomNaming {
  AtomKind kind = AtomKind::kDirective;
  Telling telling = Telling::kPlain;
  Language language = Language::kEnglish;
  std::uint64_t code = 0;
  std::uint64_t call_code = 0;  // of a result: its call's code
};

struct AtomWords {
  std::string id;
  std::string text;
  std::string label;
  std::string name;  // by which a closing names it, in its language
};

AtomWords atom_words(const AtomNaming& naming, Random& random);
std::string closing_text(AtomEvent event, const AtomWords& words, Language language);
std::string_view assent_text(Language language);

// None of them stands in filler.
std::span<const std::string_view> closing_words();

Size size_of_text(std::string_view text);

}  // namespace holdfast
