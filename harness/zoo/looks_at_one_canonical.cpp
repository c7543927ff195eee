// One source of truth was all there ever was.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault looks_at_one_canonical() {
  return {.summary = "Only the first source of truth is compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kV2Only,
          .fields = {"canonical"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            keep_first(before.canonical, 1);
            keep_first(after.canonical, 1);
          })};
}

}  // namespace holdfast::zoo
