// A decision was looked up elsewhere, and is the same.
#include "generators/strategy_tools.h"

namespace holdfast::controls {

Control other_decision_source() {
  return {.summary = "A decision was looked up elsewhere, and is the same.",
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const auto index = any_of(document.decisions, random);
            if (!index) {
              return std::nullopt;
            }
            static constexpr std::string_view kSources[] = {"contract", "mail of the owner",
                                                            "稟議書", "minutes", "snapshot"};
            const DecisionRecord& decision = document.decisions[*index];
            std::string_view source = random.pick(kSources);
            if (source == decision.source) {
              source = "archive";
            }
            return change_of(replace_at(decision_pointer(decision, "source"), source));
          }};
}

}  // namespace holdfast::controls
