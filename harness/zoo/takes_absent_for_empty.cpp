// A default value fills in for what is not there.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault takes_absent_for_empty() {
  return {.summary = "A list that is absent counts as empty.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completedPhases", "prohibitions", "completionChecks", "externalWrites"},
          .judge = misreading([](Value& after) {
            for (const std::string_view name :
                 {"completedPhases", "prohibitions", "completionChecks", "externalWrites"}) {
              if (after.is_object() && after.find(name) == nullptr) {
                after.add(name, Value::array());
              }
            }
          })};
}

}  // namespace holdfast::zoo
