// A member that the schema does not know, at any depth.
#include "core/rule.h"

namespace holdfast::rules {

Rule unknown_field() {
  return {.summary = "A member that the schema does not know, at any depth.",
          .check_node = [](const Node& node, Report& report) {
            if (node.shape == nullptr) {
              report.add(node.field(), node.pointer());
            }
          }};
}

}  // namespace holdfast::rules
