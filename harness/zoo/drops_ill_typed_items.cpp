// What is no text is skipped, as a tolerant reader does.
#include <vector>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault drops_ill_typed_items() {
  return {.summary = "Items of another type do not count.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completedPhases", "prohibitions", "completionChecks"},
          .judge = misreading([](Value& after) {
            for (const std::string_view name :
                 {"completedPhases", "prohibitions", "completionChecks"}) {
              if (Value* list = after.find(name); list != nullptr && list->is_array()) {
                std::erase_if(list->items(), [](const Value& item) { return !item.is_string(); });
              }
            }
          })};
}

}  // namespace holdfast::zoo
