// A used approval is its id; what it was spent on is not compared.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_authority_effect() {
  return {.summary = "The effect of a used approval is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"consumedAuthorities"},
          .judge = forgetting(&Manifest::consumed_authorities, &ConsumedAuthority::authority_id,
                              &ConsumedAuthority::effect_id)};
}

}  // namespace holdfast::zoo
