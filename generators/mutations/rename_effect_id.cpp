// The id of an effect is replaced by one that looks alike.
#include "generators/lookalike.h"
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy rename_effect_id() {
  return {.summary = "The id of an effect is replaced by one that looks alike.",
          .invariant = "external_write",
          .codes = {"external_write_dropped_or_changed", "external_write_invented"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (document.external_writes.empty()) {
              return std::nullopt;
            }
            const std::size_t index = random.below(document.external_writes.size());
            const std::string id = lookalike(document.external_writes[index].effect_id, random);
            if (holds_effect(document, id)) {
              return std::nullopt;
            }
            return change_of(replace_at(write_pointer(index, "effectId"), id));
          }};
}

}  // namespace holdfast::mutations
