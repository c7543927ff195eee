// A state or kind of a directive or obligation is none of the known words. A verifier that only
// asks whether it is closed reads it as open, or the other way round.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy bad_directive_word() {
  return {
      .summary = "A state or kind of a directive is none of the known words.",
      .invariant = "directive",
      .codes = {"invalid_value"},
      .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
        const std::vector<ObligationPlace> places = all_obligations(document);
        if (places.empty()) {
          return std::nullopt;
        }
        const ObligationPlace place = random.pick(places);

        static constexpr std::string_view kWords[] = {"done",         "Active", "ACTIVE",
                                                      "closed",       "open ",  "cancelled",
                                                      "ａｃｔｉｖｅ", "完了",   "fulfilled?"};
        static constexpr std::string_view kMembers[] = {"state", "kind"};
        const std::string word(random.pick(kWords));
        if (random.chance(1, 2)) {
          return change_of(
              replace_at(member_pointer("directives", place.directive, "state"), word));
        }
        return change_of(replace_at(
            obligation_pointer(place.directive, place.obligation, random.pick(kMembers)), word));
      }};
}

}  // namespace holdfast::mutations
