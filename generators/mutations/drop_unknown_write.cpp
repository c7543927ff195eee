// A write whose outcome nobody knows is forgotten: nobody would look it up before writing again.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy drop_unknown_write() {
  return {.summary = "A write whose outcome nobody knows is forgotten.",
          .invariant = "external_write",
          .codes = {"external_write_dropped_or_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            return drop_write_with(document, WriteStatus::kUnknown, random);
          }};
}

}  // namespace holdfast::mutations
