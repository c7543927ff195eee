// A decision is filed under another name.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy rename_decision() {
  return {.summary = "A decision is filed under another name.",
          .invariant = "decision",
          .codes = {"decision_dropped", "decision_invented"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.decisions, random);
            if (!index) {
              return std::nullopt;
            }
            const DecisionRecord& decision = document.decisions[*index];
            static constexpr std::string_view kBehind[] = {"-old", "2", ".draft", "_"};
            const std::string name = decision.name + std::string(random.pick(kBehind));
            for (const DecisionRecord& other : document.decisions) {
              if (other.name == name) {
                return std::nullopt;
              }
            }
            return change_of(
                remove_at("/decisions/" + decision.name),
                add_at("/decisions/" + name, Value::object({{"digest", decision.digest},
                                                            {"observedAt", decision.observed_at},
                                                            {"source", decision.source}})));
          }};
}

}  // namespace holdfast::mutations
