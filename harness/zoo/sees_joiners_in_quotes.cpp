// Quotes are not masked before joiners are looked for.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault sees_joiners_in_quotes() {
  return {.summary = "A joiner inside quotes is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kV1Only,
          .fields = {"nextExactAction"},
          .judge = refusing("next_action_not_exact_one", [](const Manifest& after) {
            return after.next_exact_action.text.find('&') != std::string::npos;
          })};
}

}  // namespace holdfast::zoo
