// A used approval is said to have been spent on another effect.
#include "generators/strategy_tools.h"

namespace holdfast::mutations {

Strategy change_authority_effect() {
  return {.summary = "A used approval is said to have been spent on another effect.",
          .invariant = "authority",
          .codes = {"authority_changed"},
          .make = [](const Manifest& document, Random& random) -> std::optional<Change> {
            if (!is_v2(document)) {
              return std::nullopt;
            }
            const auto index = any_of(document.consumed_authorities, random);
            if (!index) {
              return std::nullopt;
            }
            const ConsumedAuthority& authority = document.consumed_authorities[*index];
            std::string effect = new_id(random);
            // An effect of the document is the delicate one: every id is known.
            const auto write = any_where(
                document.external_writes, random,
                [&](const ExternalWrite& other) { return other.effect_id != authority.effect_id; });
            if (write) {
              effect = document.external_writes[*write].effect_id;
            }
            return change_of(
                replace_at(member_pointer("consumedAuthorities", *index, "effectId"), effect));
          }};
}

}  // namespace holdfast::mutations
