// Two messages were exchanged.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault says_gap_for_overlap() {
  return {.summary = "Too much coverage is reported as too little.",
          .kind = FaultKind::kWrongReason,
          .versions = kV2Only,
          .fields = {"lineage"},
          .judge = saying("coverage_gap", "coverage_overlap")};
}

}  // namespace holdfast::zoo
