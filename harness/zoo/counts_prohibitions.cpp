// There are as many as before, so all is well.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault counts_prohibitions() {
  return {.summary = "Only the number of prohibitions counts.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = opening_when([](const Manifest& before, const Manifest& after) {
            Manifest same = after;
            same.prohibitions = before.prohibitions;
            return same == before && after.prohibitions.size() == before.prohibitions.size();
          })};
}

}  // namespace holdfast::zoo
