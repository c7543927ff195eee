// A write that took place is forgotten: the run would write a second time.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy drop_confirmed_write() {
  return {.summary = "A write that took place is forgotten.",
          .invariant = "external_write",
          .codes = {"external_write_dropped_or_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return drop_write_with(document, WriteStatus::kConfirmed, random);
          }};
}

}  // namespace holdfast::mutations
