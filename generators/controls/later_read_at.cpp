// The source of truth was read again, later, and is the same.
#include "generators/strategy_tools.h"

namespace holdfast::controls {

Control later_read_at() {
  return {.summary = "The source of truth was read again, later, and is the same.",
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const int years = static_cast<int>(random.between(1, 3));
            const auto later = shift_years(document.canonical[0].read_at, years);
            if (!later) {
              return std::nullopt;
            }
            return change_of(replace_at("/canonical/readAt", *later));
          }};
}

}  // namespace holdfast::controls
