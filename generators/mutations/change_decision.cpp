// A decision has another digest: another content, or the same digits as if made with a key.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_decision() {
  return {
      .summary = "A decision has another digest.",
      .invariant = "decision",
      .codes = {"decision_conflicting"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        const auto index = any_of(document.decisions, random);
        if (!index) {
          return std::nullopt;
        }
        const DecisionRecord& decision = document.decisions[*index];
        const std::size_t digits = decision.digest.rfind(':') + 1;
        if (random.chance(1, 4)) {
          return change_of(replace_at(decision_pointer(decision, "digest"),
                                      "d1:hmac-sha256:key-9:" + decision.digest.substr(digits)));
        }
        return change_of(replace_at(decision_pointer(decision, "digest"),
                                    decision.digest.substr(0, digits) + new_digest(random)));
      }};
}

}  // namespace holdfast::mutations
