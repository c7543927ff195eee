// The task is taken from the file name, not from the document.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault forgets_task() {
  return {.summary = "The task id is never compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"taskId"},
          .judge = forgetting(&Manifest::task_id)};
}

}  // namespace holdfast::zoo
