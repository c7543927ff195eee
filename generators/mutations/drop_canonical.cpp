// A source of truth is not carried over: nobody would see that it changed.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy drop_canonical() {
  return {.summary = "A source of truth is not carried over.",
          .invariant = "canonical",
          .codes = {"canonical_reference_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            if (document.canonical.size() < 2) {
              return std::nullopt;
            }
            return change_of(remove_at(item_pointer("canonical", any_reference(document, random))));
          }};
}

}  // namespace holdfast::mutations
