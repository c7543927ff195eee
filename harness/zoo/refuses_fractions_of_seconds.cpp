// Times have whole seconds.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault refuses_fractions_of_seconds() {
  return {.summary = "A time with a fraction is refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kV2Only,
          .fields = {"canonical"},
          .judge = refusing("invalid_value", [](const Manifest& after) {
            return after.canonical[0].read_at.find('.') != std::string::npos;
          })};
}

}  // namespace holdfast::zoo
