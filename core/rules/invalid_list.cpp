// A list is no list, or holds an item twice, blank, or of the wrong type.
#include <unordered_set>

#include "core/rule.h"
#include "core/unicode.h"

namespace holdfast::rules {

namespace {

// The text that must be unique in its list: the item itself, or its key member.
std::string_view identity(const Value& item, std::string_view key) {
  const Value* text = key.empty() ? &item : item.find(key);
  return text != nullptr && text->is_string() ? std::string_view(text->text()) : std::string_view();
}

void report_duplicates(const Node& node, Report& report) {
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < node.value->size(); ++i) {
    const std::string_view text = identity(node.value->items()[i], node.shape->key);
    if (!text.empty() && !seen.insert(text).second) {
      report.add(node.field(), node.pointer() + "/" + std::to_string(i),
                 Value::object({{"reason", "duplicate"}}));
    }
  }
}

}  // namespace

Rule invalid_list() {
  return {.summary = "A list is no list, or holds an item twice, blank, or of the wrong type.",
          .check_node = [](const Node& node, Report& report) {
            if (node.shape == nullptr || node.value == nullptr) {
              return;
            }
            if (node.shape->kind == Shape::Kind::kList) {
              if (node.value->is_array()) {
                report_duplicates(node, report);
              } else if (!node.value->is_null()) {
                report.add(node.field(), node.pointer(), Value::object({{"reason", "no_list"}}));
              }
              return;
            }
            if (node.is_item() && node.shape->kind == Shape::Kind::kText) {
              if (!node.value->is_string()) {
                report.add(node.field(), node.pointer(), Value::object({{"reason", "type"}}));
              } else if (!has_visible_character(node.value->text())) {
                report.add(node.field(), node.pointer(), Value::object({{"reason", "blank"}}));
              }
            }
          }};
}

}  // namespace holdfast::rules
