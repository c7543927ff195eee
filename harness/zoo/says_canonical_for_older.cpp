// Times are a part of the reference to it.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_canonical_for_older() {
  return {.summary = "An older reading is reported as another reference.",
          .kind = FaultKind::kWrongReason,
          .versions = kBothVersions,
          .fields = {"canonical"},
          .judge = saying("canonical_reference_changed", "evidence_older")};
}

}  // namespace holdfast::zoo
