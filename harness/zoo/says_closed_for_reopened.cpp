// Any other state is reported as a closing.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_closed_for_reopened() {
  return {.summary = "A reopened directive is reported as closed.",
          .kind = FaultKind::kWrongReason,
          .versions = kV2Only,
          .fields = {"directives"},
          .judge = saying("directive_closed_without_event", "directive_reopened")};
}

}  // namespace holdfast::zoo
