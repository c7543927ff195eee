// The schema member is left out; a document without it is v1.
#include "generators/strategy_tools.h"

namespace holdfast::controls {

Control absent_schema() {
  return {.summary = "The schema member is left out; a document without it is v1.",
          .make = [](const Manifest& document, Random& /*random*/) -> std::optional<Change> {
            if (is_v2(document)) {
              return std::nullopt;
            }
            return change_of(remove_at("/schema"));
          }};
}

}  // namespace holdfast::controls
