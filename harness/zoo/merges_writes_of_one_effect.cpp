// A table by id keeps the first write of each.
#include "harness/zoo_tools.h"

namespace holdfast::zoo {

ZooFault merges_writes_of_one_effect() {
  return {.summary = "A second write of one effect does not count.",
          .kind = FaultKind::kFailOpen,
          .versions = kBothVersions,
          .fields = {"externalWrites"},
          .judge = misreading([](Value& after) {
            Value* writes = after.find("externalWrites");
            if (writes == nullptr || !writes->is_array()) {
              return;
            }
            Value once = Value::array();
            for (const Value& write : writes->items()) {
              const Value* id = write.find("effectId");
              bool known = false;
              for (const Value& other : once.items()) {
                known = known || (id != nullptr && other.find("effectId") != nullptr &&
                                  *other.find("effectId") == *id);
              }
              if (!known) {
                once.append(write);
              }
            }
            *writes = once;
          })};
}

}  // namespace holdfast::zoo
