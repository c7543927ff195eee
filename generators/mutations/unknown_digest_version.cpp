// A digest says that it was made under a rule set that nobody knows. A verifier that takes any
// number compares what cannot be compared.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy unknown_digest_version() {
  return {
      .summary = "A digest names an unknown normalisation version.",
      .invariant = "document",
      .codes = {"norm_version_unknown"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        static constexpr std::string_view kNumbers[] = {"0",  "3",  "7",
                                                        "10", "01", "999999999999999999999"};
        const auto decision = any_of(document.decisions, random);
        const bool parent = !document.lineage.parent.empty();
        if (!decision && !parent) {
          return std::nullopt;
        }
        const std::string number(random.pick(kNumbers));
        if (!decision || (parent && random.chance(1, 2))) {
          const std::string& old = document.lineage.parent;
          return change_of(
              replace_at("/lineage/parent", "sc" + number + old.substr(old.find(':'))));
        }
        const DecisionRecord& record = document.decisions[*decision];
        return change_of(replace_at(decision_pointer(record, "digest"),
                                    "d" + number + record.digest.substr(record.digest.find(':'))));
      }};
}

}  // namespace holdfast::mutations
