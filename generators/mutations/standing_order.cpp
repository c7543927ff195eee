// What was asked for once becomes a standing order.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy standing_order() {
  return {
      .summary = "What was asked for once becomes a standing order.",
      .invariant = "objective",
      .codes = {"objective_changed"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        static constexpr std::string_view kOrders[] = {
            "From now on, always: ", "Every time: ", "As a rule: ", "Without being asked: "};
        static constexpr std::string_view kOrdersJa[] = {"今後は常に：", "毎回、", "原則として、"};

        const bool japanese = language_of(document.objective) == Language::kJapanese;
        const std::string order(japanese ? random.pick(kOrdersJa) : random.pick(kOrders));
        return change_of(replace_at("/objective", order + document.objective));
      }};
}

}  // namespace holdfast::mutations
