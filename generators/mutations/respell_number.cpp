// A number is the same number in another spelling: 3.0, 3e0, -0. A reader that takes numbers as
// floating point sees no difference, and rounds the next one.
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy respell_number() {
  return {.summary = "A number is spelled as a fraction or with an exponent.",
          .invariant = "lineage",
          .codes = {"invalid_value"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            std::vector<std::string_view> marks = {"\"lineage\":{\"generation\":"};
            if (document.lineage.coverage) {
              marks.insert(marks.end(), {"\"fromSeq\":", "\"toSeq\":", "\"tailFromSeq\":"});
            }
            if (document.lineage.ledger_head) {
              marks.emplace_back("\"ledgerHead\":{\"seq\":");
            }
            static constexpr std::string_view kEndings[] = {".0", ".00", "e0", "E+0", ".0e0"};
            std::string text = write_compact_json(to_value(document));
            // Texts cannot hold a mark: there its quotes are escaped.
            const std::string_view mark = random.pick(marks);
            const std::size_t begin = text.rfind(mark) + mark.size();
            const std::size_t end = text.find_first_of(",}", begin);
            if (text.compare(begin, end - begin, "0") == 0 && random.chance(1, 2)) {
              text.insert(begin, "-");
            } else {
              text.insert(end, random.pick(kEndings));
            }
            return change_of_raw(std::move(text));
          }};
}

}  // namespace holdfast::mutations
