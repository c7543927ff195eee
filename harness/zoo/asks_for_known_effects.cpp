// References outside the document are taken for dangling.
#include <algorithm>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault asks_for_known_effects() {
  return {.summary = "An approval for an effect that is no write of the document is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kV2Only,
          .fields = {"consumedAuthorities"},
          .judge = refusing("authority_changed", [](const Manifest& after) {
            return std::any_of(
                after.consumed_authorities.begin(), after.consumed_authorities.end(),
                [&](const ConsumedAuthority& authority) {
                  return !authority.effect_id.empty() &&
                         std::none_of(after.external_writes.begin(), after.external_writes.end(),
                                      [&](const ExternalWrite& write) {
                                        return write.effect_id == authority.effect_id;
                                      });
                });
          })};
}

}  // namespace holdfast::zoo
