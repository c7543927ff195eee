// Any prose of the document is replaced by a text that looks the same to a reader: the way back, a
// phase, a check, an obligation. lookalike_text and lookalike_directive do so where a run's rules
// stand.
#include "generators/lookalike.h"
#include "generators/text_places.h"

namespace holdfast::mutations {

Strategy lookalike_elsewhere() {
  return {.summary = "A text is replaced by one that looks the same to a reader.",
          .invariant = "document",
          .codes = text_place_codes(),
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return respell_any(text_places(document), random, [&](const TextPlace& place) {
              return place.prose ? lookalike(place.text, random) : std::string();
            });
          }};
}

}  // namespace holdfast::mutations
