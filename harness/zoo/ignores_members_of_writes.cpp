// Only the outermost members are held against the schema.
#include <vector>

#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault ignores_members_of_writes() {
  return {.summary = "Unknown members inside writes are let through.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = misreading([](Value& after) {
            Value* writes = after.find("externalWrites");
            for (std::size_t i = 0; writes != nullptr && writes->is_array() && i < writes->size();
                 ++i) {
              const std::vector<std::string> names = writes->items()[i].names();
              for (const std::string& name : names) {
                if (name != "operation" && name != "effectId" && name != "status" &&
                    name != "receipt") {
                  writes->items()[i].erase(name);
                }
              }
            }
          })};
}

}  // namespace holdfast::zoo
