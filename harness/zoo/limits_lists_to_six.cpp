// A list of fixed size holds the items.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault limits_lists_to_six() {
  return {.summary = "Lists of more than six items are refused.",
          .kind = FaultKind::kOverStrict,
          .versions = kBothVersions,
          .fields = {"prohibitions"},
          .judge = refusing("invalid_list",
                            [](const Manifest& after) { return after.prohibitions.size() > 6; })};
}

}  // namespace holdfast::zoo
