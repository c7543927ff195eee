// The document is nested deeper than any reader should follow.
#include <utility>

#include "core/json.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy too_deep() {
  return {.summary = "The document is nested deeper than any reader should follow.",
          .invariant = "document",
          .codes = {"too_deep"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            // 63 brackets around the document are allowed, and so are 64 levels in all.
            const std::size_t levels = random.chance(1, 2) ? 64 : random.between(65, 600);
            std::string text = write_compact_json(to_value(document));
            if (random.chance(1, 3)) {
              return change_of_raw(std::string(levels, '[') + text + std::string(levels, ']'));
            }
            std::string member = "\"notes\":";
            if (random.chance(1, 2)) {
              member += std::string(levels, '[') + std::string(levels, ']');
            } else {
              for (std::size_t i = 0; i < levels; ++i) {
                member += "{\"a\":";
              }
              member += "1" + std::string(levels, '}');
            }
            text.insert(1, member + ",");
            return change_of_raw(std::move(text));
          }};
}

}  // namespace holdfast::mutations
