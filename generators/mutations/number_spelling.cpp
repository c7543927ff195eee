// A number is not spelled as a plain integer within 2^53. No member of a v1 manifest is a number,
// so it stands there in a member that nobody knows, which is wrong as well; in v2 it is the
// generation or the seq of the ledger's head.
#include <utility>

#include "core/json.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy number_spelling() {
  return {.summary = "A number is not spelled as a plain integer, or too large for one.",
          .invariant = "document",
          .codes = {"invalid_value", "unknown_field"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            static constexpr std::string_view kGeneration = "\"lineage\":{\"generation\":";
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
            if (is_v2(document)) {
              const std::string_view number = random.pick(kNumbers);
              static constexpr std::string_view kHead = "\"ledgerHead\":{\"seq\":";
              const std::string_view mark =
                  random.chance(1, 2) && document.lineage.ledger_head ? kHead : kGeneration;
              const std::size_t begin = text.rfind(mark) + mark.size();
              text.replace(begin, text.find(',', begin) - begin, number);
              return change_of_raw(std::move(text));
            }
            text.insert(1, "\"attempts\":" + std::string(random.pick(kNumbers)) + ",");
            return change_of_raw(std::move(text));
          }};
}

}  // namespace holdfast::mutations
