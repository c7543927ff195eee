// Whatever stands in the log is taken for the user's own words.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault takes_anybody_for_a_user() {
  return {.summary = "Every entry counts as a user's.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = misreading_evidence([](Value& evidence) {
            if (Value* sources = evidence.find("sources"); sources != nullptr) {
              for (Value& source : sources->items()) {
                source.set("author", "user");
              }
            }
          })};
}

}  // namespace holdfast::zoo
