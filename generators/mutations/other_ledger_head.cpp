// The result was made under another state of the directive ledger.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy other_ledger_head() {
  return {
      .summary = "The result was made under another state of the directive ledger.",
      .invariant = "lineage",
      .codes = {"lineage_stale"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        if (!is_v2(document)) {
          return std::nullopt;
        }
        const auto& head = document.lineage.ledger_head;
        if (!head) {
          return change_of(replace_at("/lineage/ledgerHead",
                                      Value::object({{"seq", 1}, {"sha256", new_digest(random)}})));
        }
        switch (random.below(3)) {
          case 0:
            return change_of(replace_at("/lineage/ledgerHead", Value()));
          case 1:
            return change_of(replace_at("/lineage/ledgerHead/seq", head->seq + 1));
          default:
            return change_of(replace_at("/lineage/ledgerHead/sha256", new_digest(random)));
        }
      }};
}

}  // namespace holdfast::mutations
