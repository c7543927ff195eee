// An obligation counts as fulfilled before it was.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy fulfil_obligation() {
  return {.summary = "An obligation counts as fulfilled before it was.",
          .invariant = "directive",
          .codes = {"obligation_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            std::vector<ObligationPlace> open;
            for (const ObligationPlace place : all_obligations(document)) {
              if (!document.directives[place.directive].obligations[place.obligation].fulfilled) {
                open.push_back(place);
              }
            }
            if (open.empty()) {
              return std::nullopt;
            }
            const ObligationPlace place = random.pick(open);
            return change_of(replace_at(
                obligation_pointer(place.directive, place.obligation, "state"), "fulfilled"));
          }};
}

}  // namespace holdfast::mutations
