// An obligation that was to be met once becomes a standing one.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy standing_obligation() {
  return {
      .summary = "An obligation that was to be met once becomes a standing one.",
      .invariant = "directive",
      .codes = {"obligation_changed"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        const std::vector<ObligationPlace> places = all_obligations(document);
        if (places.empty()) {
          return std::nullopt;
        }
        const ObligationPlace place = random.pick(places);

        static constexpr std::string_view kOrders[] = {
            "From now on, always: ", "Every time: ", "As a rule: ", "Without being asked: "};
        static constexpr std::string_view kOrdersJa[] = {"今後は常に：", "毎回、", "原則として、"};

        const std::string& text =
            document.directives[place.directive].obligations[place.obligation].text;
        const bool japanese = language_of(text) == Language::kJapanese;
        const std::string order(japanese ? random.pick(kOrdersJa) : random.pick(kOrders));
        return change_of(replace_at(obligation_pointer(place.directive, place.obligation, "text"),
                                    order + text));
      }};
}

}  // namespace holdfast::mutations
