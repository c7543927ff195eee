// Where a document has a text that must come back byte for byte, and that may be any text: prose
// and ids, not tokens, digests, times or words of a fixed set. For strategies that change how a
// text is spelled, wherever it stands.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generators/random.h"
#include "generators/strategy.h"

namespace holdfast {

struct TextPlace {
  std::string pointer;
  std::string text;
  bool prose;  // else an id, which in v2 has a form of its own
};

// The places of each member that has any, so that a member of many texts is not drawn more often
// than one of a single text. The next action of v1 is left out: how it is spelled decides whether
// it is one action.
std::vector<std::vector<TextPlace>> text_places(const Manifest& document);

// Draws a member, then a place in it where `respell` gives another text that no place of the member
// holds yet. An empty text is none.
std::optional<Change> respell_any(
    const std::vector<std::vector<TextPlace>>& places, Random& random,
    const std::function<std::string(const TextPlace& place)>& respell);

// The codes of a change at any of those places.
std::vector<std::string_view> text_place_codes();

}  // namespace holdfast
