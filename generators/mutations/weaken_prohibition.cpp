// A prohibition is put more softly, or with a way out, as a friendly summary would.
#include <utility>

#include "generators/strategy_tools.h"
#include "generators/weaken.h"

namespace holdfast::mutations {

Strategy weaken_prohibition() {
  return {.summary = "A prohibition is put more softly, or with a way out.",
          .invariant = "prohibition",
          .codes = {"prohibitions_dropped", "prohibitions_invented"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (document.prohibitions.empty()) {
              return std::nullopt;
            }
            const std::size_t index = random.below(document.prohibitions.size());
            std::string text = weakened(document.prohibitions[index], random);
            if (holds(document.prohibitions, text)) {
              return std::nullopt;
            }
            return change_of(replace_at(item_pointer("prohibitions", index), std::move(text)));
          }};
}

}  // namespace holdfast::mutations
