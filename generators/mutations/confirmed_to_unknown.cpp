// A confirmed write is said to have an unknown outcome.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy confirmed_to_unknown() {
  return {.summary = "A confirmed write is said to have an unknown outcome.",
          .invariant = "external_write",
          .codes = {"external_write_dropped_or_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return turn_write_with(document, WriteStatus::kConfirmed, random);
          }};
}

}  // namespace holdfast::mutations
