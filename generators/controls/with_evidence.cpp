// Nothing changed, and the ledger and the users' entries come along: they fit.
#include "generators/ledger_for.h"
#include "generators/strategy_tools.h"

namespace holdfast::controls {

Control with_evidence() {
  return {.summary = "The document is untouched, and the evidence beside it fits.",
          .make = [](const Manifest& document, Random&) -> std::optional<Change> {
            if (document.directives.empty()) {
              return std::nullopt;
            }
            return change_of_evidence(evidence_for(document));
          }};
}

}  // namespace holdfast::controls
