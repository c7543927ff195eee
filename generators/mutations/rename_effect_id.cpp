// The id of an effect is replaced by one that looks alike.
#include "core/unicode.h"
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
            std::string id = lookalike(document.external_writes[index].effect_id, random);
            // In v2 an id is a visible name in NFC, and so not every disguise is one.
            constexpr int kDrawsMax = 16;
            for (int i = 0; is_v2(document) && !is_visible_name(id); ++i) {
              if (i == kDrawsMax) {
                return std::nullopt;
              }
              id = lookalike(document.external_writes[index].effect_id, random);
            }
            if (holds_effect(document, id)) {
              return std::nullopt;
            }
            return change_of(replace_at(write_pointer(index, "effectId"), id));
          }};
}

}  // namespace holdfast::mutations
