// A result that says more than before cannot have lost anything.
#include "core/json.h"
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault passes_grown_results() {
  return {.summary = "A longer document is not compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = opening_when([](const Manifest& before, const Manifest& after) {
            return before.version == after.version &&
                   write_compact_json(to_value(after)).size() >
                       write_compact_json(to_value(before)).size();
          })};
}

}  // namespace holdfast::zoo
