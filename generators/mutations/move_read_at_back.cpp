// The source of truth is said to have been read at an earlier time.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy move_read_at_back() {
  return {.summary = "The source of truth is said to have been read at an earlier time.",
          .invariant = "canonical",
          .codes = {"evidence_older"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const std::size_t index = any_reference(document, random);
            const int years = static_cast<int>(random.between(1, 3));
            const auto earlier = shift_years(document.canonical[index].read_at, -years);
            if (!earlier) {
              return std::nullopt;
            }
            return change_of(replace_at(reference_pointer(document, index, "readAt"), *earlier));
          }};
}

}  // namespace holdfast::mutations
