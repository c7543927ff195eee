// An obligation has other words.
#include "generators/strategy_tools.h"
#include "generators/weaken.h"

namespace holdfast::mutations {

Strategy reword_obligation() {
  return {
      .summary = "An obligation has other words.",
      .invariant = "directive",
      .codes = {"obligation_changed"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        const std::vector<ObligationPlace> places = all_obligations(document);
        if (places.empty()) {
          return std::nullopt;
        }
        const ObligationPlace place = random.pick(places);

        const std::string& text =
            document.directives[place.directive].obligations[place.obligation].text;
        const bool softer = random.chance(1, 3);
        return change_of(replace_at(obligation_pointer(place.directive, place.obligation, "text"),
                                    softer ? weakened(text, random)
                                           : other_text(TextKind::kCompletionCheck, text, random)));
      }};
}

}  // namespace holdfast::mutations
