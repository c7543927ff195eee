// Blank lines are filtered out as they are read.
#include <vector>

#include "core/unicode.h"
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault drops_blank_items() {
  return {.summary = "Items without a visible character do not count.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"completedPhases", "prohibitions", "completionChecks"},
          .judge = misreading([](Value& after) {
            for (const std::string_view name :
                 {"completedPhases", "prohibitions", "completionChecks"}) {
              if (Value* list = after.find(name); list != nullptr && list->is_array()) {
                std::erase_if(list->items(), [](const Value& item) {
                  return item.is_string() && !has_visible_character(item.text());
                });
              }
            }
          })};
}

}  // namespace holdfast::zoo
