// A time is no RFC 3339 time in UTC: local, without seconds, words.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy bad_time_form() {
  return {.summary = "A time is no RFC 3339 time in UTC.",
          .invariant = "document",
          .codes = {"invalid_value"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            static constexpr std::string_view kTimes[] = {"2026-05-01",
                                                          "2026-05-01T00:00:00",
                                                          "2026-05-01T00:00:00+09:00",
                                                          "2026-05-01T00:00:00+00:00",
                                                          "2026-05-01T24:00:01Z",
                                                          "2026-02-30T00:00:00Z",
                                                          "2026-05-01T00:00Z",
                                                          "yesterday",
                                                          "昨日",
                                                          "1777593600"};
            const std::string time(random.pick(kTimes));
            const auto decision = any_of(document.decisions, random);
            if (decision && random.chance(1, 2)) {
              return change_of(
                  replace_at(decision_pointer(document.decisions[*decision], "observedAt"), time));
            }
            return change_of(replace_at(
                reference_pointer(document, any_reference(document, random), "readAt"), time));
          }};
}

}  // namespace holdfast::mutations
