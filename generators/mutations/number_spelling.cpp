// A number is not spelled as a plain integer within 2^53. No member of a manifest is a number, so
// it stands in a member that nobody knows, which is wrong as well.
#include <utility>

#include "core/json.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy number_spelling() {
  return {.summary = "A number is not spelled as a plain integer, or too large for one.",
          .invariant = "document",
          .codes = {"invalid_value", "unknown_field"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            static constexpr std::string_view kNumbers[] = {"1.0",
                                                            "0.5",
                                                            "1e3",
                                                            "2E+2",
                                                            "-0",
                                                            "-0.0",
                                                            "9007199254740992",
                                                            "-9007199254740993",
                                                            "18446744073709551616",
                                                            "1e400",
                                                            "5e-324"};
            std::string text = write_compact_json(to_value(document));
            text.insert(1, "\"attempts\":" + std::string(random.pick(kNumbers)) + ",");
            return change_of_raw(std::move(text));
          }};
}

}  // namespace holdfast::mutations
