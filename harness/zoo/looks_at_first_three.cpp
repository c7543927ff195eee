// A bounded prompt holds the first items; the rest is taken as read.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault looks_at_first_three() {
  return {.summary = "Only the first three prohibitions are compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            keep_first(before.prohibitions, 3);
            keep_first(after.prohibitions, 3);
          })};
}

}  // namespace holdfast::zoo
