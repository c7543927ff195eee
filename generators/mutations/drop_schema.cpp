// The schema member of a v2 document is left out: what has none is read as v1.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy drop_schema() {
  return {.summary = "The schema member of a v2 document is left out.",
          .invariant = "document",
          .codes = {"unknown_field"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            return change_of(random.chance(1, 2) ? remove_at("/schema")
                                                 : replace_at("/schema", kManifestV1));
          }};
}

}  // namespace holdfast::mutations
