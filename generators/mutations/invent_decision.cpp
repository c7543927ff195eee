// A decision appears that nobody made.
#include <algorithm>

#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy invent_decision() {
  return {
      .summary = "A decision appears that nobody made.",
      .invariant = "decision",
      .codes = {"decision_invented"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        if (!is_v2(document)) {
          return std::nullopt;
        }
        static constexpr std::string_view kNames[] = {"budget", "deadline", "release-owner",
                                                      "data_retention"};
        std::string name(random.pick(kNames));
        while (std::any_of(document.decisions.begin(), document.decisions.end(),
                           [&](const DecisionRecord& decision) { return decision.name == name; })) {
          name += "-2";
        }
        return change_of(add_at("/decisions/" + name,
                                Value::object({{"digest", "d1:sha256:" + new_digest(random)},
                                               {"observedAt", "2026-05-01T00:00:00Z"},
                                               {"source", "decision-record"}})));
      }};
}

}  // namespace holdfast::mutations
