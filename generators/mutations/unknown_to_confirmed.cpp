// A write whose outcome nobody knows is said to be confirmed.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy unknown_to_confirmed() {
  return {.summary = "A write whose outcome nobody knows is said to be confirmed.",
          .invariant = "external_write",
          .codes = {"external_write_dropped_or_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return turn_write_with(document, WriteStatus::kUnknown, random);
          }};
}

}  // namespace holdfast::mutations
