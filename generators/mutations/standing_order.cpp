// What was asked for once becomes a standing order, in the objective or in an obligation.
#include <utility>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy standing_order() {
  return {
      .summary = "What was asked for once becomes a standing order.",
      .invariant = "objective",
      .codes = {"objective_changed", "obligation_changed"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        const std::vector<ObligationPlace> places = all_obligations(document);
        std::string pointer = "/objective";
        std::string text = document.objective;
        if (!places.empty() && random.chance(1, 2)) {
          const ObligationPlace place = random.pick(places);
          pointer = obligation_pointer(place.directive, place.obligation, "text");
          text = document.directives[place.directive].obligations[place.obligation].text;
        }
        static constexpr std::string_view kOrders[] = {
            "From now on, always: ", "Every time: ", "As a rule: ", "Without being asked: "};
        static constexpr std::string_view kOrdersJa[] = {"今後は常に：", "毎回、", "原則として、"};
        const bool japanese = language_of(text) == Language::kJapanese;
        text.insert(0, japanese ? random.pick(kOrdersJa) : random.pick(kOrders));
        return change_of(replace_at(std::move(pointer), std::move(text)));
      }};
}

}  // namespace holdfast::mutations
