// Lists become sets as they are read.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault drops_doubles() {
  return {.summary = "Items that stand twice count once.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completedPhases", "prohibitions", "completionChecks", "consumedAuthorities"},
          .judge = misreading([](Value& after) {
            for (const std::string_view name :
                 {"completedPhases", "prohibitions", "completionChecks", "consumedAuthorities"}) {
              Value* list = after.find(name);
              if (list == nullptr || !list->is_array()) {
                continue;
              }
              Value once = Value::array();
              for (const Value& item : list->items()) {
                if (!holds_item(once.items(), item)) {
                  once.append(item);
                }
              }
              *list = once;
            }
          })};
}

}  // namespace holdfast::zoo
