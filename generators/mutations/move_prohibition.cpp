// A prohibition turns up among the completion checks: a verifier that searches the whole text finds
// it.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy move_prohibition() {
  return {.summary = "A prohibition turns up among the completion checks.",
          .invariant = "prohibition",
          .codes = {"prohibitions_dropped", "completionChecks_invented"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (document.prohibitions.empty()) {
              return std::nullopt;
            }
            const std::size_t index = random.below(document.prohibitions.size());
            const std::string& text = document.prohibitions[index];
            if (holds(document.completion_checks, text)) {
              return std::nullopt;
            }
            return change_of(remove_at(item_pointer("prohibitions", index)),
                             add_at("/completionChecks/-", text));
          }};
}

}  // namespace holdfast::mutations
