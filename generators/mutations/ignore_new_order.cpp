// The user gave another order since the record was made. The ledger holds it, what came back does
// not.
#include "generators/ledger_for.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy ignore_new_order() {
  return {
      .summary = "An order that the ledger holds is not in the result.",
      .invariant = "directive",
      .codes = {"directive_dropped"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        if (!is_v2(document)) {
          return std::nullopt;
        }
        const std::string text = other_text(TextKind::kProhibition, "", random);
        std::vector<Value> lines = ledger_members_for(document);
        lines.push_back(Value::object(
            {{"kind", "issued"},
             {"directiveId", "late-order"},
             {"sourceEntryId", "late-entry"},
             {"sourceSha256", std::string(64, 'e')},
             {"span", Value::array({0, static_cast<std::int64_t>(text.size())})},
             {"text", text},
             {"obligations",
              Value::array({Value::object(
                  {{"obligationId", "late-duty"}, {"kind", "prohibition"}, {"text", text}})})}}));
        return change_of_evidence(Value::object({{"ledger", chained_ledger(lines)}}));
      }};
}

}  // namespace holdfast::mutations
