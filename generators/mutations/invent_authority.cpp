// An approval is said to be used that was not.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy invent_authority() {
  return {.summary = "An approval is said to be used that was not.",
          .invariant = "authority",
          .codes = {"consumedAuthorities_invented"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return invent_item(document, "consumedAuthorities", TextKind::kAuthority, random);
          }};
}

}  // namespace holdfast::mutations
