// A source of truth is believed to have been read whenever it is said.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault ignores_read_time() {
  return {.summary = "The time of reading may move back.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"canonical"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (std::size_t i = 0; i < after.canonical.size() && i < before.canonical.size();
                 ++i) {
              after.canonical[i].read_at = before.canonical[i].read_at;
            }
          })};
}

}  // namespace holdfast::zoo
