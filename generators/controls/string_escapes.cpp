// Characters are spelled as escapes, those beyond the BMP as surrogate pairs.
#include <utility>

#include "core/json.h"
#include "generators/rewrite.h"
#include "generators/strategy_tools.h"

namespace holdfast::controls {

Control string_escapes() {
  return {.summary = "Characters are spelled as escapes, those beyond the BMP as surrogate pairs.",
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const Value value = to_value(document);
            const std::string plain = write_compact_json(value);
            std::string text;
            do {
              text = rewrite_json(value, {.escapes = true}, random);
            } while (text == plain);
            return change_of_raw(std::move(text));
          }};
}

}  // namespace holdfast::controls
