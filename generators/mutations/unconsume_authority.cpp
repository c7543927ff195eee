// A one-time approval that was used is no longer recorded as used: the run would use it again.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy unconsume_authority() {
  return {.summary = "A one-time approval that was used is no longer recorded as used.",
          .invariant = "authority",
          .codes = {"consumedAuthorities_dropped"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return drop_any(document, "consumedAuthorities", random);
          }};
}

}  // namespace holdfast::mutations
