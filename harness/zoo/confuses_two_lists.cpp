// Rules and checks are kept in one table without their kind.
#include <utility>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault confuses_two_lists() {
  return {.summary = "Prohibitions and completion checks are compared together.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"prohibitions", "completionChecks"},
          .judge = comparing_otherwise([](Manifest& before, Manifest& after) {
            for (Manifest* manifest : {&before, &after}) {
              for (std::string& text : manifest->completion_checks) {
                manifest->prohibitions.push_back(std::move(text));
              }
              manifest->completion_checks.clear();
            }
          })};
}

}  // namespace holdfast::zoo
