// A decision has another digest, and the approval of just that was spent before: it is among the
// used authorities of the record, or an earlier link of the chain used it.
#include <string>

#include "generators/approval_value.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy spent_approval() {
  return {.summary = "A decision is changed under an approval that was spent before.",
          .invariant = "decision",
          .codes = {"decision_conflicting"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.decisions, random);
            if (!index) {
              return std::nullopt;
            }
            const DecisionRecord& decision = document.decisions[*index];
            const std::string is = "d1:sha256:" + new_digest(random);
            Change change = change_of(replace_at(decision_pointer(decision, "digest"), is));
            std::string authority = new_id(random);
            Value evidence = Value::object();
            const auto consumed = any_of(document.consumed_authorities, random);
            if (consumed && random.chance(1, 2)) {
              authority = document.consumed_authorities[*consumed].authority_id;
            } else {
              evidence.add("used", Value::array({Value(authority)}));
            }
            evidence.add(
                "approvals",
                Value::array({approval_value(decision.name, decision.digest, is, authority)}));
            change.evidence = std::move(evidence);
            return change;
          }};
}

}  // namespace holdfast::mutations
