// A decision has another digest, and the approval that comes as evidence is for another decision,
// another outcome, another start, or for the way back.
#include <string>

#include "generators/approval_value.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy approval_of_another_change() {
  return {.summary = "A decision is changed under an approval of another change.",
          .invariant = "decision",
          .codes = {"decision_conflicting"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.decisions, random);
            if (!index) {
              return std::nullopt;
            }
            const DecisionRecord& decision = document.decisions[*index];
            const std::string is = "d1:sha256:" + new_digest(random);
            const std::string other = "d1:sha256:" + new_digest(random);
            std::string name = decision.name;
            std::string from = decision.digest;
            std::string to = is;
            switch (random.below(4)) {
              case 0:
                name = decision.name + "-2";
                break;
              case 1:
                to = other;
                break;
              case 2:
                from = other;
                break;
              default:
                from.swap(to);
            }
            Change change = change_of(replace_at(decision_pointer(decision, "digest"), is));
            change.evidence = Value::object(
                {{"approvals", Value::array({approval_value(name, from, to, new_id(random))})}});
            return change;
          }};
}

}  // namespace holdfast::mutations
