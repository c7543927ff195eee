#include "core/rule.h"
#include "core/unicode.h"

namespace holdfast::rules {

Rule required_missing() {
  return {.summary = "A member is absent, null, or a text without a visible character.",
          .check_node = [](const Node& node, Report& report) {
            if (node.shape == nullptr || node.parent == nullptr || node.is_item()) {
              return;
            }
            const bool null = node.value != nullptr && node.value->is_null();
            const bool absent =
                node.required && (node.value == nullptr || (null && !node.shape->nullable));
            const bool blank = node.value != nullptr && node.value->is_string() &&
                               node.shape->kind == Shape::Kind::kText &&
                               !has_visible_character(node.value->text());
            if (absent || blank) {
              report.add(node.field(), node.pointer());
            }
          }};
}

}  // namespace holdfast::rules
