// The document as it is. A subject that refuses it refuses everything, and its kills are void.
#include "generators/strategy_tools.h"

namespace holdfast::controls {

Control untouched() {
  return {.summary = "The document as it is.",
          .make = [](const Manifest& /*document*/, Random& /*random*/) -> std::optional<Change> {
            return Change{};
          }};
}

}  // namespace holdfast::controls
