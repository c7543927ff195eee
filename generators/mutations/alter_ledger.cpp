// The ledger that comes as evidence was altered after it was written, or lines were cut off its
// end. Nothing else changed, and the check is refused all the same.
#include "generators/ledger_for.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy alter_ledger() {
  return {.summary = "A line of the ledger was altered or left out after it was written.",
          .invariant = "directive",
          .codes = {"ledger_broken"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (document.directives.empty()) {
              return std::nullopt;
            }
            Value evidence = evidence_for(document);
            std::vector<Value>& lines = evidence.find("ledger")->items();
            const auto line = static_cast<std::size_t>(random.below(lines.size()));
            switch (random.below(3)) {
              case 0:  // the digest of the last line is known only where the record holds the head
                if (line + 1 < lines.size() || document.lineage.ledger_head) {
                  lines[line].set("at", "2026-03-05T09:00:01Z");
                  break;
                }
                [[fallthrough]];
              case 1:
                lines[line].set("prev", std::string(64, 'f'));
                break;
              default:
                if (line + 1 < lines.size()) {
                  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(line));
                } else {
                  lines[line].set("seq", static_cast<std::int64_t>(line + 2));
                }
            }
            return change_of_evidence(std::move(evidence));
          }};
}

}  // namespace holdfast::mutations
