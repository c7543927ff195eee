// An external write that is not {operation, effectId, status} in full, or not the only one of its
// effect.
#include <unordered_set>

#include "core/rule.h"
#include "core/unicode.h"

namespace holdfast::rules {

namespace {

void report_duplicate_effects(const Node& list, Report& report) {
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < list.value->size(); ++i) {
    const Value* effect = list.value->items()[i].find("effectId");
    if (effect != nullptr && effect->is_string() && !seen.insert(effect->text()).second) {
      report.add(list.field(), list.pointer() + "/" + std::to_string(i),
                 Value::object({{"reason", "duplicate"}}));
    }
  }
}

std::string_view fault(const Node& node) {
  if (node.value == nullptr) {
    return "absent";
  }
  if (node.shape->kind == Shape::Kind::kObject) {
    return node.value->is_object() ? "" : "no_object";
  }
  if (!node.value->is_string()) {
    return "no_text";
  }
  if (!has_visible_character(node.value->text())) {
    return "blank";
  }
  const bool status = node.shape->form == Form::kWriteStatus;
  return status && node.value->text() != "confirmed" && node.value->text() != "unknown" ? "status"
                                                                                        : "";
}

}  // namespace

Rule invalid_external_write() {
  return {.summary =
              "An external write that is not {operation, effectId, status} in full, or not the "
              "only one of its effect.",
          .check_node = [](const Node& node, Report& report) {
            if (node.shape == nullptr) {
              return;
            }
            if (node.name == "externalWrites" && node.value != nullptr && node.value->is_array()) {
              report_duplicate_effects(node, report);
            }
            if (!node.in_write()) {
              return;
            }
            if (const std::string_view reason = fault(node); !reason.empty()) {
              report.add(node.field(), node.pointer(), Value::object({{"reason", reason}}));
            }
          }};
}

}  // namespace holdfast::rules
