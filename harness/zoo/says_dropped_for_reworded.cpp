// An order that does not fit is reported as a loss.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_dropped_for_reworded() {
  return {.summary = "A reworded directive is reported as dropped.",
          .kind = FaultKind::kWrongReason,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = saying("directive_dropped", "directive_reworded")};
}

}  // namespace holdfast::zoo
