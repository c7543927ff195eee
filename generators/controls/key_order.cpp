// The members of every object stand in another order.
#include <utility>

#include "core/json.h"
#include "generators/rewrite.h"
#include "generators/strategy_tools.h"

namespace holdfast::controls {

Control key_order() {
  return {.summary = "The members of every object stand in another order.",
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            const Value value = to_value(document);
            const std::string plain = write_compact_json(value);
            std::string text;
            do {
              text = rewrite_json(value, {.shuffle_members = true}, random);
            } while (text == plain);
            return change_of_raw(std::move(text));
          }};
}

}  // namespace holdfast::controls
