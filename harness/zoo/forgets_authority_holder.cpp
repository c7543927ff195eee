// A used approval is its id; whose it was is not compared.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_authority_holder() {
  return {.summary = "The holder of a used approval is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"consumedAuthorities"},
          .judge = forgetting(&Manifest::consumed_authorities, &ConsumedAuthority::authority_id,
                              &ConsumedAuthority::holder)};
}

}  // namespace holdfast::zoo
