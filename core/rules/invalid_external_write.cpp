// An external write that is not {operation, effectId, status} in full, or not the only one of its
// effect.
#include <algorithm>
#include <unordered_set>

#include "core/manifest_parts.h"
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

std::string_view text_fault(std::string_view text, Form form) {
  switch (form) {
    case Form::kWriteStatus:
      return text == "confirmed" || text == "unknown" ? "" : "status";
    case Form::kToken:
      return is_token(text) ? "" : "no_token";
    case Form::kName:
      return is_visible_name(text) ? "" : "not_visible_nfc";
    default:
      return "";
  }
}

// A receipt is the evidence that a write took place: there is one exactly where it is confirmed.
std::string_view receipt_fault(const Node& write) {
  const bool has_member =
      std::any_of(write.shape->members.begin(), write.shape->members.end(),
                  [](const ShapeMember& member) { return member.name == "receipt"; });
  const Value* status = write.value->find("status");
  const bool receipt = write.value->find("receipt") != nullptr;
  if (!has_member || status == nullptr) {
    return "";
  }
  if (*status == Value("confirmed") && !receipt) {
    return "confirmed_without_receipt";
  }
  return *status == Value("unknown") && receipt ? "unknown_with_receipt" : "";
}

std::string_view fault(const Node& node) {
  if (node.value == nullptr) {
    return node.required ? "absent" : "";
  }
  if (node.shape->kind == Shape::Kind::kObject) {
    return node.value->is_object() ? receipt_fault(node) : "no_object";
  }
  if (!node.value->is_string()) {
    return "no_text";
  }
  return has_visible_character(node.value->text())
             ? text_fault(node.value->text(), node.shape->form)
             : "blank";
}

}  // namespace

Rule invalid_external_write() {
  return {.summary =
              "An external write that is not in full what its schema says, has no receipt although "
              "confirmed, or is not the only one of its effect.",
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
