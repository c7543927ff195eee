// The source of truth was read again, later, and is the same.
#include "generators/strategy_tools.h"

namespace holdfast::controls {

Control later_read_at() {
  return {.summary = "The source of truth was read again, later, and is the same.",
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::size_t index = any_reference(document, random);
            const int years = static_cast<int>(random.between(1, 3));
            const auto later = shift_years(document.canonical[index].read_at, years);
            if (!later) {
              return std::nullopt;
            }
            return change_of(replace_at(reference_pointer(document, index, "readAt"), *later));
          }};
}

}  // namespace holdfast::controls
