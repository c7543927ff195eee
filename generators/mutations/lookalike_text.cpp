// A prohibition is replaced by a text that looks the same to a reader.
#include <utility>

#include "generators/lookalike.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy lookalike_text() {
  return {.summary = "A prohibition is replaced by a text that looks the same to a reader.",
          .invariant = "prohibition",
          .codes = {"prohibitions_dropped", "prohibitions_invented"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (document.prohibitions.empty()) {
              return std::nullopt;
            }
            const std::size_t index = random.below(document.prohibitions.size());
            std::string text = lookalike(document.prohibitions[index], random);
            if (holds(document.prohibitions, text)) {
              return std::nullopt;
            }
            return change_of(replace_at(item_pointer("prohibitions", index), std::move(text)));
          }};
}

}  // namespace holdfast::mutations
