// An obligation is of another kind: what was forbidden becomes a way of working.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_obligation_kind() {
  return {.summary = "An obligation is of another kind.",
          .invariant = "directive",
          .codes = {"obligation_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::vector<ObligationPlace> places = all_obligations(document);
            if (places.empty()) {
              return std::nullopt;
            }
            const ObligationPlace place = random.pick(places);

            static constexpr std::string_view kKinds[] = {"prohibition", "scope", "completion",
                                                          "method"};
            std::string_view kind = random.pick(kKinds);
            if (kind == document.directives[place.directive].obligations[place.obligation].kind) {
              kind = "explain_exception";
            }
            return change_of(
                replace_at(obligation_pointer(place.directive, place.obligation, "kind"), kind));
          }};
}

}  // namespace holdfast::mutations
