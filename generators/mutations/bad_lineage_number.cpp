// A generation or sequence number is below what it can be.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy bad_lineage_number() {
  return {.summary = "A generation or sequence number is too small.",
          .invariant = "lineage",
          .codes = {"invalid_value"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            if (document.lineage.ledger_head && random.chance(1, 2)) {
              return change_of(replace_at("/lineage/ledgerHead/seq", random.chance(1, 2) ? 0 : -1));
            }
            return change_of(replace_at("/lineage/generation", -1));
          }};
}

}  // namespace holdfast::mutations
