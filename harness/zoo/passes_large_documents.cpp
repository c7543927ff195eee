// What is too large to be checked in time is waved through.
#include "core/json.h"
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault passes_large_documents() {
  return {.summary = "Documents beyond three kilobytes are not compared.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {},
          .judge = opening_when([](const Manifest&, const Manifest& after) {
            return write_compact_json(to_value(after)).size() > 3000;
          })};
}

}  // namespace holdfast::zoo
