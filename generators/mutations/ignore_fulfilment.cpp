// The ledger shows an obligation fulfilled, and it is carried on as open: a fact has to show.
#include "generators/ledger_for.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy ignore_fulfilment() {
  return {
      .summary = "An obligation that the ledger shows fulfilled is carried on as open.",
      .invariant = "directive",
      .codes = {"obligation_changed"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        std::vector<std::pair<std::size_t, std::size_t>> open;
        for (std::size_t i = 0; i < document.directives.size(); ++i) {
          const Directive& directive = document.directives[i];
          for (std::size_t k = 0; k < directive.obligations.size(); ++k) {
            if (directive.state == DirectiveState::kActive && !directive.obligations[k].fulfilled) {
              open.emplace_back(i, k);
            }
          }
        }
        if (open.empty()) {
          return std::nullopt;
        }
        const auto [index, at] = random.pick(open);
        const Directive& directive = document.directives[index];
        std::vector<Value> lines = ledger_members_for(document);
        lines.push_back(Value::object({{"kind", "fulfilled"},
                                       {"directiveId", directive.directive_id},
                                       {"obligationId", directive.obligations[at].obligation_id},
                                       {"evidence", "run 15"}}));
        return change_of_evidence(Value::object({{"ledger", chained_ledger(lines)}}));
      }};
}

}  // namespace holdfast::mutations
