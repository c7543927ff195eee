// Only the plain form of a digest is known.
#include <algorithm>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault refuses_keyed_digests() {
  return {.summary = "A keyed digest is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kV2Only,
          .fields = {"decisions"},
          .judge = refusing("invalid_value", [](const Manifest& after) {
            return std::any_of(after.decisions.begin(), after.decisions.end(),
                               [](const DecisionRecord& decision) {
                                 return decision.digest.starts_with("d1:hmac");
                               });
          })};
}

}  // namespace holdfast::zoo
