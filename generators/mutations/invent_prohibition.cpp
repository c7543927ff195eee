// A prohibition appears that nobody gave.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy invent_prohibition() {
  return {.summary = "A prohibition appears that nobody gave.",
          .invariant = "prohibition",
          .codes = {"prohibitions_invented"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return invent_item(document, "prohibitions", TextKind::kProhibition, random);
          }};
}

}  // namespace holdfast::mutations
