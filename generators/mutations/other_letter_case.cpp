// One letter of a text or id is of the other case. Names of branches, paths and ids differ by case
// alone, and a comparison that folds it takes two for one.
#include <vector>

#include "generators/text_places.h"

namespace holdfast::mutations {

namespace {

// Any ASCII letter in the other case; empty where there is none.
std::string with_other_case(std::string text, Random& random) {
  std::vector<std::size_t> letters;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z')) {
      letters.push_back(i);
    }
  }
  if (letters.empty()) {
    return {};
  }
  char& letter = text[random.pick(letters)];
  letter = static_cast<char>(letter ^ 0x20);
  return text;
}

}  // namespace

Strategy other_letter_case() {
  return {.summary = "A letter of a text or id is of the other case.",
          .invariant = "document",
          .codes = text_place_codes(),
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return respell_any(text_places(document), random, [&](const TextPlace& place) {
              return with_other_case(place.text, random);
            });
          }};
}

}  // namespace holdfast::mutations
