// Null is read as an empty list.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault takes_null_for_empty() {
  return {.summary = "A list that is null counts as empty.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completedPhases", "prohibitions", "completionChecks", "externalWrites"},
          .judge = misreading([](Value& after) {
            for (const std::string_view name :
                 {"completedPhases", "prohibitions", "completionChecks", "externalWrites"}) {
              Value* list = after.find(name);
              if (list != nullptr && list->is_null()) {
                *list = Value::array();
              }
            }
          })};
}

}  // namespace holdfast::zoo
